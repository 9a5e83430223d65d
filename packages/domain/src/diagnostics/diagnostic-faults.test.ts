import { describe, expect, it } from 'vitest';

import {
  type DiagnosticFaultKind,
  diagnosticFaults,
  diagnosticFaultText,
  type KitDiagnostic,
} from './diagnostic-faults.ts';

const own = (name: string, change: Partial<KitDiagnostic> = {}): KitDiagnostic => ({
  name,
  label: `${name} detected`,
  letters: name.slice(-1),
  meaning: 'positive',
  ...change,
});
const WILD: KitDiagnostic = { name: 'HOMOZYGOUS_WILD_TYPE', label: 'Homozygous wild type' };
const HETERO: KitDiagnostic = { name: 'HETEROZYGOUS', label: 'Both alleles' };

const found = (...diagnostics: readonly KitDiagnostic[]) =>
  diagnosticFaults(diagnostics).map(({ index, field, kind, other }) => [index, field, kind, other]);

describe('DIAG-21 the diagnostics of a kit', () => {
  it('are free of faults with names, letters and codes of their own', () => {
    expect(found(WILD, HETERO, own('Species A', { lisCode: 'CALB' }), own('Species B'))).toEqual([]);
  });

  it('have each name once, ignoring case, and no name of the catalogue or of No call', () => {
    expect(found(own('Species A'), own('species a', { letters: 'Q', label: 'Other' }))).toEqual([
      [1, 'name', 'name-twice', 'Species A detected'],
    ]);
    for (const name of ['Heterozygous', 'negative', 'No call', 'no_call', 'test_ok'])
      expect(found(own(name, { letters: 'Q' }))).toEqual([[0, 'name', 'name-of-catalogue', null]]);
  });

  it('have letters and a meaning if they are the kit’s own; a built-in one keeps its meaning', () => {
    expect(found({ name: 'Species A', label: 'A' })).toEqual([
      [0, 'meaning', 'meaning-missing', null],
      [0, 'letters', 'letters-missing', null],
    ]);
    expect(found({ ...WILD, meaning: 'invalid' })).toEqual([[0, 'meaning', 'meaning-fixed', null]]);
  });

  it('differ in letters ignoring case, also from those of built-in ones and of controls', () => {
    expect(found(WILD, own('Species W', { letters: 'w' }))).toEqual([
      [1, 'letters', 'letters-twice', 'Homozygous wild type'],
    ]);
    expect(found({ ...WILD, letters: 'X' }, HETERO)).toEqual([
      [1, 'letters', 'letters-twice', 'Homozygous wild type'],
    ]);
    expect(found({ ...WILD, letters: 'Q' }, own('Species W'))).toEqual([]);
    expect(found(own('Control', { letters: 'ok' }))).toEqual([[0, 'letters', 'letters-of-control', null]]);
  });
});

describe('DIAG-22 the code of a diagnostic for the LIS', () => {
  it('is not what another one of the kit is sent as', () => {
    const coded = own('Species A', { lisCode: 'CALB' });
    expect(found(coded, own('Species B', { lisCode: 'calb' }))).toEqual([
      [0, 'lisCode', 'code-twice', 'Species B detected'],
      [1, 'lisCode', 'code-twice', 'Species A detected'],
    ]);
    expect(found(WILD, own('Species A', { lisCode: 'HOMOZYGOUS_WILD_TYPE' }))).toMatchObject([
      [1, 'lisCode', 'code-twice', 'Homozygous wild type'],
    ]);
    expect(found({ ...HETERO, label: 'CALB' }, coded)).toMatchObject([[1, 'lisCode', 'code-twice', 'CALB']]);
  });

  it('is not the name of another diagnostic of the catalogue, which a kit may give to its own name', () => {
    expect(found(own('Species A', { lisCode: 'SICK' }))).toEqual([[0, 'lisCode', 'code-of-catalogue', null]]);
    expect(found({ ...HETERO, lisCode: 'HETEROZYGOUS' })).toEqual([]);
    expect(found(own('Species A', { lisCode: 'no_call' }))).toMatchObject([
      [0, 'lisCode', 'code-of-catalogue', null],
    ]);
  });

  it('is needed where the words of an own diagnostic would be sent as those of another result', () => {
    for (const label of ['NEGATIVE', 'Homozygous mutated', 'No call', 'Test OK']) {
      expect(found(own('Species A', { label }))).toEqual([[0, 'lisCode', 'words-of-catalogue', null]]);
      expect(found(own('Species A', { label, lisCode: 'CALB' }))).toEqual([]);
    }
    const mixed = own('Species A', { label: 'Mixed' });
    expect(found(mixed, own('Species B', { label: 'mixed' }))).toEqual([
      [0, 'lisCode', 'words-twice', 'mixed'],
      [1, 'lisCode', 'words-twice', 'Mixed'],
    ]);
    expect(found(mixed, own('Species B', { label: 'Mixed', lisCode: 'MIX' }))).toEqual([]);
    expect(found({ ...HETERO, label: 'Mixed' }, { ...WILD, label: 'Mixed' })).toEqual([]);
  });

  it('is no reason for a fault if the diagnostic without one is sent by other words', () => {
    const coded = own('Species A', { lisCode: 'MIX' });
    expect(found(own('Species B', { label: 'Mix' }), coded)).toEqual([[1, 'lisCode', 'code-twice', 'Mix']]);
  });
});

it('DIAG-22 a sentence states each fault and names the other diagnostic', () => {
  const kinds: readonly DiagnosticFaultKind[] = [
    'name-of-catalogue',
    'name-twice',
    'letters-missing',
    'letters-twice',
    'letters-of-control',
    'meaning-missing',
    'meaning-fixed',
    'code-twice',
    'code-of-catalogue',
    'words-twice',
    'words-of-catalogue',
  ];
  expect(kinds.map((kind) => diagnosticFaultText({ kind, other: 'Mixed' }))).toEqual([
    'This name is one of the built-in names.',
    'This name is that of “Mixed”.',
    'A diagnostic of your own needs letters on the well.',
    'These letters are those of “Mixed”.',
    'OK and KO are the results of controls.',
    'A diagnostic of your own needs a meaning for the sample.',
    'The meaning of a built-in diagnostic is fixed.',
    '“Mixed” is sent with this code.',
    'This code is the name of another built-in result.',
    '“Mixed” is sent with the same words: give this diagnostic a code for the LIS.',
    'These words are those of a built-in result: give this diagnostic a code for the LIS, or other words.',
  ]);
});
