import type { DiagnosticName } from '@curvewell/domain';

import type { FhirConcept } from './fhir-schema.ts';

/*
 * Codes, each from LOINC, HL7 terminology or the guide “Genomics Reporting” (HL7/genomics-reporting). What has no
 * code there has words only: none is made up.
 */
const LOINC = 'http://loinc.org';
const loinc = (code: string, display: string) => ({ system: LOINC, code, display });

/** What the guide's genomics report is called. */
export const GENETIC_REPORT = loinc('51969-4', 'Genetic analysis report');
/** What the guide's genotype is called. */
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
 * `unknown`: the value is expected to exist but is not known; `error`: something went wrong, and it is not available;
 * `not-performed`: it was not measured.
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

/** The allelic state of a result; wild type has no variant to have one, and other results are no genotypes. */
export function allelicState(diagnostic: DiagnosticName | null): FhirConcept | null {
  if (diagnostic === null) return null;
  if (diagnostic.startsWith('HETEROZYGOUS')) return { coding: [HETEROZYGOUS] };
  return diagnostic.startsWith('HOMOZYGOUS_MUTATED') ? { coding: [HOMOZYGOUS] } : null;
}

/** Whether a result names the alleles of a sample. “Healthy” or “Negative” do not. */
export const isGenotype = (diagnostic: DiagnosticName | null): boolean =>
  diagnostic === 'HOMOZYGOUS_WILD_TYPE' || allelicState(diagnostic) !== null;

/** In place of an element that is not known. @see http://hl7.org/fhir/StructureDefinition/data-absent-reason */
export const UNKNOWN_VALUE = {
  url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
  valueCode: 'unknown',
} as const;
