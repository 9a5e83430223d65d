import { z } from 'zod';

import { idSchema } from './paging.ts';

/** What a well can be called. The last two are results of controls. */
export const diagnosticNameSchema = z.enum([
  'HOMOZYGOUS_WILD_TYPE',
  'HETEROZYGOUS',
  'HOMOZYGOUS_MUTATED',
  'NEGATIVE',
  'HEALTHY',
  'SICK',
  'ABNORMAL',
  'HETEROZYGOUS_13910',
  'HETEROZYGOUS_13915',
  'HETEROZYGOUS_14009',
  'HETEROZYGOUS_14010',
  'HOMOZYGOUS_MUTATED_13910',
  'HOMOZYGOUS_MUTATED_13915',
  'HOMOZYGOUS_MUTATED_14009',
  'HOMOZYGOUS_MUTATED_14010',
  'TEST_OK',
  'TEST_KO',
]);
export type DiagnosticName = z.infer<typeof diagnosticNameSchema>;

export const colorSchema = z.string().regex(/^#[0-9a-f]{6}$/, 'a colour is written #rrggbb in lower case');

/** A diagnostic as a kit names and paints it. */
export const diagnosticColorSchema = z.object({
  id: idSchema,
  diagnostic: z.object({ name: diagnosticNameSchema, label: z.string() }),
  /** The laboratory's own words for it. */
  diagnosticLabel: z.string(),
  color: colorSchema,
});
export type DiagnosticColor = z.infer<typeof diagnosticColorSchema>;
