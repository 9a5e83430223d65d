import { z } from 'zod';

/** What a diagnostic means for the well: a product was found, none was found, no statement, or a control's result. */
export const diagnosticMeaningSchema = z.enum(['positive', 'negative', 'invalid', 'control']);
export type DiagnosticMeaning = z.infer<typeof diagnosticMeaningSchema>;

/**
 * The names of the specification: the first rows of the catalogue, the same in every installation. The last two
 * are results of controls.
 */
export const builtInDiagnosticSchema = z.enum([
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
export type BuiltInDiagnostic = z.infer<typeof builtInDiagnosticSchema>;

interface CatalogueRow {
  /** The words on screens and reports, unless a kit has its own. */
  readonly label: string;
  /** The letters on plate, card and report, so that colour is never the only sign. */
  readonly letters: string;
  /** The default colour, chosen for colour-vision deficiencies. */
  readonly fill: string;
  readonly meaning: DiagnosticMeaning;
}

const row = (
  label: string,
  letters: string,
  fill: string,
  meaning: DiagnosticMeaning = 'positive',
): CatalogueRow => ({ label, letters, fill, meaning });

export const DIAGNOSTIC_CATALOGUE: Readonly<Record<BuiltInDiagnostic, CatalogueRow>> = {
  HOMOZYGOUS_WILD_TYPE: row('Homozygous wild type', 'W', '#41cfff'),
  HETEROZYGOUS: row('Heterozygous', 'X', '#ffd60f'),
  HOMOZYGOUS_MUTATED: row('Homozygous mutated', 'M', '#c26e00'),
  NEGATIVE: row('Negative', 'N', '#b3b9ad', 'negative'),
  HEALTHY: row('Healthy', 'H', '#8abd6f'),
  SICK: row('Sick', 'S', '#b02401'),
  ABNORMAL: row('Abnormal', 'A', '#9177f3'),
  HETEROZYGOUS_13910: row('Heterozygous 13910', 'X1', '#bef6af'),
  HETEROZYGOUS_13915: row('Heterozygous 13915', 'X2', '#b09bb4'),
  HETEROZYGOUS_14009: row('Heterozygous 14009', 'X3', '#0e9b71'),
  HETEROZYGOUS_14010: row('Heterozygous 14010', 'X4', '#916d9b'),
  HOMOZYGOUS_MUTATED_13910: row('Homozygous mutated 13910', 'M1', '#7143b4'),
  HOMOZYGOUS_MUTATED_13915: row('Homozygous mutated 13915', 'M2', '#7a3f41'),
  HOMOZYGOUS_MUTATED_14009: row('Homozygous mutated 14009', 'M3', '#434c61'),
  HOMOZYGOUS_MUTATED_14010: row('Homozygous mutated 14010', 'M4', '#480182'),
  TEST_OK: row('Test OK', 'OK', '#45746a', 'control'),
  TEST_KO: row('Test KO', 'KO', '#690000', 'control'),
};

/** The built-in diagnostics that a kit may use: all but the results of controls. */
export const KIT_DIAGNOSTICS = builtInDiagnosticSchema.exclude(['TEST_OK', 'TEST_KO']).options;

/** A name as a row of the catalogue; undefined: a kit's own. */
export const builtInDiagnostic = (name: string): BuiltInDiagnostic | undefined =>
  builtInDiagnosticSchema.safeParse(name).data;

const ofAll = <Key extends keyof CatalogueRow>(key: Key) =>
  Object.fromEntries(
    builtInDiagnosticSchema.options.map((name) => [name, DIAGNOSTIC_CATALOGUE[name][key]]),
  ) as Record<BuiltInDiagnostic, CatalogueRow[Key]>; // one entry for each name

export const DIAGNOSTIC_LABEL: Readonly<Record<BuiltInDiagnostic, string>> = ofAll('label');
export const DIAGNOSTIC_FILL: Readonly<Record<BuiltInDiagnostic, string>> = ofAll('fill');
