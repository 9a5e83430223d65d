import { z } from 'zod';

import { diagnosticColorSchema, diagnosticNameSchema } from './diagnostic-color.ts';
import { idSchema, namedSchema, revisionSchema } from '../text/fields.ts';

/** A row of the diagnostic table: the name and colour of a kit's diagnostic. */
export const diagnosticRowSchema = z.object({
  id: idSchema,
  name: diagnosticNameSchema,
  order: z.int(),
  active: z.boolean(),
  kit: namedSchema,
  kits: z.array(namedSchema),
  label: z.string(),
  diagnosticColor: diagnosticColorSchema,
  /** The number of kit versions with a rule for it. */
  versions: z.int(),
  /** A rule, a well or a template refers to it, so its kit and diagnostic are fixed. */
  isUsed: z.boolean(),
  /** The revision that a change is based on. */
  revision: revisionSchema,
});
export type DiagnosticRow = z.infer<typeof diagnosticRowSchema>;
