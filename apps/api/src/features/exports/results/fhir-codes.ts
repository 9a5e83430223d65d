import { sentBuiltIn, type DiagnosticColor, type DiagnosticMeaning } from '@curvewell/domain';

import type { FhirConcept } from './fhir-schema.ts';

/*
 * Codes from LOINC, HL7 terminology or the guide “Genomics Reporting” (HL7/genomics-reporting). Concepts
 * without a code there are given as text only.
 */
const LOINC = 'http://loinc.org';
const loinc = (code: string, display: string) => ({ system: LOINC, code, display });

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
 * The allelic state of a result. None for wild type, which has no variant, for results that are not genotypes,
 * and where the kit has words of its own, which may mean something else.
 */
export function allelicState(diagnostic: DiagnosticColor | null): FhirConcept | null {
  const name = (diagnostic && sentBuiltIn(diagnostic)) ?? '';
  if (name.startsWith('HETEROZYGOUS')) return { coding: [HETEROZYGOUS] };
  return name.startsWith('HOMOZYGOUS_MUTATED') ? { coding: [HOMOZYGOUS] } : null;
}

/** Whether a result is a genotype; “Healthy” and “Negative” are not. */
const isGenotype = (diagnostic: DiagnosticColor | null): boolean =>
  (diagnostic && sentBuiltIn(diagnostic)) === 'HOMOZYGOUS_WILD_TYPE' || allelicState(diagnostic) !== null;

/** The test of a result: the kit's LOINC code, else that of a genotype; others have text only. */
export const testConcept = (diagnostic: DiagnosticColor | null, text: string): FhirConcept => {
  if (diagnostic?.loinc !== undefined) return { coding: [{ system: LOINC, code: diagnostic.loinc }], text };
  return isGenotype(diagnostic) ? { coding: [GENOTYPE], text } : { text };
};

/** A result in words, with its SNOMED CT concept and its code for the LIS, which has no code system, where set. */
export function resultConcept({ diagnosticLabel: text, snomedCt, lisCode }: DiagnosticColor): FhirConcept {
  const coding = [
    ...(snomedCt === undefined ? [] : [{ system: 'http://snomed.info/sct', code: snomedCt }]),
    ...(lisCode === undefined ? [] : [{ code: lisCode, display: text }]),
  ];
  return { ...(coding.length > 0 && { coding }), text };
}

const INTERPRETATION = {
  positive: { code: 'POS', display: 'Positive' },
  negative: { code: 'NEG', display: 'Negative' },
  invalid: { code: 'IND', display: 'Indeterminate' },
  control: null,
} as const satisfies Record<DiagnosticMeaning, unknown>;

/** What a kit's own diagnostic means for the sample, from HL7's ObservationInterpretation; null: not stated. */
export function interpretationOf(diagnostic: DiagnosticColor | null): FhirConcept | null {
  const code = diagnostic?.meaning === undefined ? null : INTERPRETATION[diagnostic.meaning];
  const system = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation';
  return code === null ? null : { coding: [{ system, ...code }] };
}

/**
 * Replaces a required element that is unknown. @see
 * http://hl7.org/fhir/StructureDefinition/data-absent-reason
 */
export const UNKNOWN_VALUE = {
  url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
  valueCode: 'unknown',
} as const;
