import type { DiagnosticName } from '@curvewell/domain';

import type { FhirConcept } from './fhir-schema.ts';

/*
 * Codes from LOINC, HL7 terminology or the guide “Genomics Reporting” (HL7/genomics-reporting). Concepts
 * without a code there are given as text only.
 */
const LOINC = 'http://loinc.org';
const loinc = (code: string, display: string) => ({ system: LOINC, code, display });

/** The report code of the guide. */
export const GENETIC_REPORT = loinc('51969-4', 'Genetic analysis report');
/** The genotype code of the guide. */
export const GENOTYPE = loinc('84413-4', 'Genotype display name');
export const ALLELIC_STATE = loinc('53034-5', 'Allelic state');

export const LABORATORY: FhirConcept = {
  coding: [
    {
      system: 'http://terminology.hl7.org/CodeSystem/observation-category',
      code: 'laboratory',
      display: 'Laboratory',
    },
  ],
};
export const GENETICS: FhirConcept = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'GE', display: 'Genetics' }],
};

/**
 * `unknown`: a value is expected but not known; `error`: an error prevented it; `not-performed`: not
 * measured.
 */
const ABSENT = { unknown: 'Unknown', error: 'Error', 'not-performed': 'Not Performed' } as const;
export const absentBecause = (code: keyof typeof ABSENT, text: string): FhirConcept => ({
  coding: [
    {
      system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
      code,
      display: ABSENT[code],
    },
  ],
  text,
});

const HETEROZYGOUS = loinc('LA6706-1', 'Heterozygous');
const HOMOZYGOUS = loinc('LA6705-3', 'Homozygous');

/**
 * The allelic state of a result; none for wild type, which has no variant, and for results that are not
 * genotypes.
 */
export function allelicState(diagnostic: DiagnosticName | null): FhirConcept | null {
  if (diagnostic === null) return null;
  if (diagnostic.startsWith('HETEROZYGOUS')) return { coding: [HETEROZYGOUS] };
  return diagnostic.startsWith('HOMOZYGOUS_MUTATED') ? { coding: [HOMOZYGOUS] } : null;
}

/** Whether a result is a genotype; “Healthy” and “Negative” are not. */
export const isGenotype = (diagnostic: DiagnosticName | null): boolean =>
  diagnostic === 'HOMOZYGOUS_WILD_TYPE' || allelicState(diagnostic) !== null;

/**
 * Replaces a required element that is unknown. @see
 * http://hl7.org/fhir/StructureDefinition/data-absent-reason
 */
export const UNKNOWN_VALUE = {
  url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
  valueCode: 'unknown',
} as const;
