import { describe, expect, it } from 'vitest';

import { builtInDiagnosticSchema, DIAGNOSTIC_CATALOGUE } from './diagnostic-catalogue.ts';
import { lisCodeSchema, loincSchema, snomedCtSchema } from './diagnostic-codes.ts';
import {
  canBeOutside,
  diagnosticColorSchema,
  diagnosticLetters,
  diagnosticLettersSchema,
  diagnosticNameSchema,
  meaningOf,
  outsideDiagnosticNameSchema,
  ruleDiagnostic,
  sentBuiltIn,
  sentCode,
  type DiagnosticColor,
} from './diagnostic-color.ts';
import { maySetDiagnostic } from '../call/well-diagnostic.ts';

const color = (name: string, change: Partial<DiagnosticColor> = {}): DiagnosticColor => ({
  id: 'f1a5c1de-0000-4000-8000-000000000001',
  diagnostic: { name, label: name },
  diagnosticLabel: name,
  color: '#41cfff',
  ...change,
});
const HETERO = color('HETEROZYGOUS', { diagnosticLabel: 'Heterozygous' });
const OWN = color('Species A', { letters: 'SA', meaning: 'positive', diagnosticLabel: 'Candida albicans' });

it('DIAG-20 the catalogue begins with the 17 names of the specification, distinguished by letters and colour', () => {
  const rows = builtInDiagnosticSchema.options.map((name) => DIAGNOSTIC_CATALOGUE[name]);
  expect(rows).toHaveLength(17);
  for (const part of ['label', 'letters', 'fill'] as const)
    expect(new Set(rows.map((row) => row[part])).size).toBe(17);
  expect(
    builtInDiagnosticSchema.options.filter((name) => DIAGNOSTIC_CATALOGUE[name].meaning !== 'positive'),
  ).toEqual(['NEGATIVE', 'TEST_OK', 'TEST_KO']);
});

describe('DIAG-23 what is sent as the code of a result', () => {
  it('is the code for the LIS, also of a built-in diagnostic', () => {
    expect(sentCode({ ...OWN, lisCode: 'CALB' })).toBe('CALB');
    expect(sentCode({ ...HETERO, lisCode: 'HET' })).toBe('HET');
  });

  it('is the name of the catalogue only with the words of the catalogue', () => {
    expect(sentCode(HETERO)).toBe('HETEROZYGOUS');
    expect(sentCode({ ...HETERO, diagnosticLabel: ' heterozygous ' })).toBe('HETEROZYGOUS');
    expect(sentCode({ ...HETERO, diagnosticLabel: 'p50 not wild type' })).toBe('p50 not wild type');
    expect(sentBuiltIn({ ...HETERO, diagnosticLabel: 'p50 not wild type' })).toBeUndefined();
  });

  it('is the words of an own diagnostic without a code', () => {
    expect(sentCode(OWN)).toBe('Candida albicans');
    expect(sentBuiltIn(OWN)).toBeUndefined();
  });
});

it('DIAG-21 letters are those of the kit, otherwise those of the catalogue', () => {
  expect([HETERO, OWN, { ...HETERO, letters: 'H2' }, color('Species')].map(diagnosticLetters)).toEqual([
    'X',
    'SA',
    'H2',
    'Sp',
  ]);
});

it('DIAG-21 a name has 1 to 80 characters, letters 1 to 3', () => {
  for (const name of ['A', 'Species A', 'é+ü', 'x'.repeat(80)])
    expect(diagnosticNameSchema.safeParse(name).success, name).toBe(true);
  for (const name of ['', ' A', 'A ', 'A\nB', 'x'.repeat(81)])
    expect(diagnosticNameSchema.safeParse(name).success, name).toBe(false);
  for (const letters of ['A', 'A1', 'ABC', 'Ω']) expect(diagnosticLettersSchema.parse(letters)).toBe(letters);
  for (const letters of ['', 'ABCD', 'A ', '+'])
    expect(diagnosticLettersSchema.safeParse(letters).success, letters).toBe(false);
});

it('DIAG-22 codes have no separators of HL7, and a SNOMED CT concept has its check digit', () => {
  for (const code of ['CALB', '1', 'a.b-c_d/1:2*3#4+5']) expect(lisCodeSchema.parse(code)).toBe(code);
  for (const code of ['', ' A', 'A B', 'A|B', 'A^B', 'A&B', '=A', '+A', 'x'.repeat(41)])
    expect(lisCodeSchema.safeParse(code).success, code).toBe(false);
  // Candida albicans, Candida parapsilosis, not detected, detected, positive.
  for (const id of ['53326005', '61302002', '260415000', '260373001', '10828004'])
    expect(snomedCtSchema.parse(id)).toBe(id);
  // Codes of tests in HL7's guides.
  for (const code of ['51969-4', '84413-4', '53034-5', '2951-2']) expect(loincSchema.parse(code)).toBe(code);
  for (const code of ['51969-5', '15969-4', '51969', '519694', 'LA6706-1', '01969-4'])
    expect(loincSchema.safeParse(code).success, code).toBe(false);
  // A wrong digit, two digits exchanged, the id of a description, too short.
  for (const id of ['53326006', '53236005', '53326011', '13005', '053326005'])
    expect(snomedCtSchema.safeParse(id).success, id).toBe(false);
});

it('DIAG-27 a built-in name has the meaning of the catalogue; one of the kit’s own without a meaning states nothing', () => {
  expect(meaningOf({ ...HETERO, meaning: 'invalid' })).toBe('positive');
  expect(meaningOf(color('Species A'))).toBe('invalid');
  expect(ruleDiagnostic(HETERO)).toEqual({ diagnostic: 'HETEROZYGOUS' });
  expect(ruleDiagnostic(OWN)).toEqual({ diagnostic: 'Species A', meaning: 'positive' });
  expect(ruleDiagnostic(null)).toEqual({ diagnostic: null });
});

it('DIAG-27 a peak in no zone is never called negative or the result of a control', () => {
  const allowed = (['positive', 'negative', 'invalid', 'control'] as const).filter((meaning) =>
    canBeOutside({ ...OWN, meaning }),
  );
  expect(allowed).toEqual(['positive', 'invalid']);
  expect(canBeOutside(HETERO)).toBe(true);
  for (const name of ['NEGATIVE', 'TEST_OK', 'TEST_KO']) {
    expect(canBeOutside(color(name))).toBe(false);
    expect(outsideDiagnosticNameSchema.safeParse(name).success).toBe(false);
  }
  expect(outsideDiagnosticNameSchema.parse('Species A')).toBe('Species A');
});

it('DIAG-28 a sample is not overridden to the result of a control', () => {
  const ofControl = { ...OWN, meaning: 'control' } as const;
  expect(maySetDiagnostic('DNA', OWN)).toBe(true);
  expect(maySetDiagnostic('DNA', ofControl)).toBe(false);
  expect(maySetDiagnostic('STANDARD', ofControl)).toBe(true);
  expect(maySetDiagnostic('POSITIVE_TEST', ofControl)).toBe(false);
  expect(maySetDiagnostic('POSITIVE_TEST', color('TEST_OK'))).toBe(true);
});

it('DIAG-32 a diagnostic from before kits had their own is read and written unchanged', () => {
  expect(JSON.stringify(diagnosticColorSchema.parse(HETERO))).toBe(JSON.stringify(HETERO));
});
