import { z } from 'zod';

import { keptTemplateSchema } from './melt-templates.ts';
import { instantSchema } from './fields.ts';

/** A template as a kit version keeps it. */
export const storedTemplateSchema = z.object({
  template: keptTemplateSchema,
  byName: z.string(),
  at: instantSchema,
  /** Why it is not used; null: it is, where the kit version asks for it and the plate teaches none. */
  fault: z.string().nullable(),
});
export type StoredTemplate = z.infer<typeof storedTemplateSchema>;
