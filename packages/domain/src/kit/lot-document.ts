import { z } from 'zod';

import { daySchema, storedNameSchema } from '../text/fields.ts';

/** Lots for transfer between installations: with names instead of ids. */
export const lotDocumentSchema = z.strictObject({
  format: z.literal('curvewell-lots'),
  formatVersion: z.literal(1),
  kit: storedNameSchema,
  version: storedNameSchema,
  lots: z
    .array(z.strictObject({ name: storedNameSchema, expirationDate: daySchema, active: z.boolean() }))
    .min(1)
    .max(500),
});
export type LotDocument = z.infer<typeof lotDocumentSchema>;
