import { z } from 'zod';

import { keptTemplateSchema } from './melt-templates.ts';
import { instantSchema } from '../text/fields.ts';

export const storedTemplateSchema = z.object({
  template: keptTemplateSchema,
  byName: z.string(),
  at: instantSchema,
  /**
   * Why it is not used; null: it is, where the kit version uses stored templates and the plate gives none.
   */
  fault: z.string().nullable(),
});
export type StoredTemplate = z.infer<typeof storedTemplateSchema>;
