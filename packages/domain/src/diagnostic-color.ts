import { z } from 'zod';

import { idSchema } from './fields.ts';

/** The diagnostics. The last two are results of controls. */
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

/**
 * The diagnostics for a peak outside all zones when no zone has a peak. Such a well holds a product, so
 * NEGATIVE is excluded.
 */
export const outsideDiagnosticNameSchema = diagnosticNameSchema.exclude(['NEGATIVE', 'TEST_OK', 'TEST_KO']);
export const canBeOutside = (name: DiagnosticName): boolean =>
  outsideDiagnosticNameSchema.safeParse(name).success;

/** The default label of each diagnostic. */
export const DIAGNOSTIC_LABEL: Readonly<Record<DiagnosticName, string>> = {
  HOMOZYGOUS_WILD_TYPE: 'Homozygous wild type',
  HETEROZYGOUS: 'Heterozygous',
  HOMOZYGOUS_MUTATED: 'Homozygous mutated',
  NEGATIVE: 'Negative',
  HEALTHY: 'Healthy',
  SICK: 'Sick',
  ABNORMAL: 'Abnormal',
  HETEROZYGOUS_13910: 'Heterozygous 13910',
  HETEROZYGOUS_13915: 'Heterozygous 13915',
  HETEROZYGOUS_14009: 'Heterozygous 14009',
  HETEROZYGOUS_14010: 'Heterozygous 14010',
  HOMOZYGOUS_MUTATED_13910: 'Homozygous mutated 13910',
  HOMOZYGOUS_MUTATED_13915: 'Homozygous mutated 13915',
  HOMOZYGOUS_MUTATED_14009: 'Homozygous mutated 14009',
  HOMOZYGOUS_MUTATED_14010: 'Homozygous mutated 14010',
  TEST_OK: 'Test OK',
  TEST_KO: 'Test KO',
};

/** The label of a diagnostic's name, whether the product's or a laboratory's. */
export function diagnosticText(name: string): string {
  const known = diagnosticNameSchema.safeParse(name);
  return known.success ? DIAGNOSTIC_LABEL[known.data] : name;
}

/** The default colour of each diagnostic, chosen for colour-vision deficiencies. */
export const DIAGNOSTIC_FILL: Readonly<Record<DiagnosticName, string>> = {
  HOMOZYGOUS_WILD_TYPE: '#41cfff',
  HETEROZYGOUS: '#ffd60f',
  HOMOZYGOUS_MUTATED: '#c26e00',
  NEGATIVE: '#b3b9ad',
  TEST_OK: '#45746a',
  TEST_KO: '#690000',
  HEALTHY: '#8abd6f',
  SICK: '#b02401',
  ABNORMAL: '#9177f3',
  HETEROZYGOUS_13910: '#bef6af',
  HETEROZYGOUS_13915: '#b09bb4',
  HETEROZYGOUS_14009: '#0e9b71',
  HETEROZYGOUS_14010: '#916d9b',
  HOMOZYGOUS_MUTATED_13910: '#7143b4',
  HOMOZYGOUS_MUTATED_13915: '#7a3f41',
  HOMOZYGOUS_MUTATED_14009: '#434c61',
  HOMOZYGOUS_MUTATED_14010: '#480182',
};

/** The code of each diagnostic on plate, card and report, so that colour is never the only sign. */
export const DIAGNOSTIC_CODE: Readonly<Record<DiagnosticName, string>> = {
  HOMOZYGOUS_WILD_TYPE: 'W',
  HETEROZYGOUS: 'X',
  HOMOZYGOUS_MUTATED: 'M',
  NEGATIVE: 'N',
  HEALTHY: 'H',
  SICK: 'S',
  ABNORMAL: 'A',
  HETEROZYGOUS_13910: 'X1',
  HETEROZYGOUS_13915: 'X2',
  HETEROZYGOUS_14009: 'X3',
  HETEROZYGOUS_14010: 'X4',
  HOMOZYGOUS_MUTATED_13910: 'M1',
  HOMOZYGOUS_MUTATED_13915: 'M2',
  HOMOZYGOUS_MUTATED_14009: 'M3',
  HOMOZYGOUS_MUTATED_14010: 'M4',
  TEST_OK: 'OK',
  TEST_KO: 'KO',
};

export const colorSchema = z.string().regex(/^#[0-9a-f]{6}$/, 'a colour must be #rrggbb in lower case');

/** The name and colour of a diagnostic in a kit. */
export const diagnosticColorSchema = z.object({
  id: idSchema,
  diagnostic: z.object({ name: diagnosticNameSchema, label: z.string() }),
  /** The laboratory's own label. */
  diagnosticLabel: z.string(),
  color: colorSchema,
});
export type DiagnosticColor = z.infer<typeof diagnosticColorSchema>;
