import { z } from 'zod';

import { channelNameSchema } from '../kit/assay.ts';
import { diagnosticColorSchema } from '../diagnostics/diagnostic-color.ts';
import { kitVersionReferenceSchema } from '../kit/kit.ts';
import { idSchema, namedSchema, revisionSchema } from '../text/fields.ts';
import { plateTypeSchema, positionSchema, sampleTypeSchema } from './plate.ts';

/** The content of a well in a template. Without the lot, which changes with every delivery. */
const templateWellSchema = z.object({
  position: positionSchema,
  channel: channelNameSchema.nullable(),
  kitVersion: kitVersionReferenceSchema.nullable(),
  sampleType: sampleTypeSchema.nullable(),
  reactionBuffer: namedSchema.nullable(),
  expectedDiagnostic: diagnosticColorSchema.nullable(),
});

export const templateSchema = z.object({
  id: idSchema,
  name: z.string(),
  laboratoryId: idSchema,
  plateType: plateTypeSchema,
  wells: z.array(templateWellSchema),
  revision: revisionSchema,
});
export type Template = z.infer<typeof templateSchema>;
