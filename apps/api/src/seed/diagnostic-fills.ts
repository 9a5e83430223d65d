import type { DiagnosticName } from '@curvewell/contracts';

/** The colour that each diagnostic begins with: told apart also with a colour-vision deficiency. */
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
