import type { Operand } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { issueAt, lettersOf, phasesIssues, repeatedIssues, ruleIssues } from './zone-rules.ts';

const zone = (name: string, minTemp: number, maxTemp: number) => ({
  name,
  minTemp,
  maxTemp,
  label: name,
  minThreshold: null,
  minQuality: null,
});
const phase = (
  zones: readonly (ReturnType<typeof zone> & { readonly referenceTm?: number })[],
  { phaseType = 'MELT', inversed = false }: { phaseType?: 'MELT' | 'ANNEAL'; inversed?: boolean } = {},
) => ({ phaseType, inversed, zones: zones.map((one) => ({ ...one, id: one.name, dataEnum: one.name })) });

const issuesOf = (...phases: ReturnType<typeof phase>[]) => phasesIssues(phases, ['body', 'phases']);
const messages = (...phases: ReturnType<typeof phase>[]) => issuesOf(...phases).map(({ message }) => message);

describe('the zones of a phase', () => {
  it('are valid when they do not overlap', () => {
    expect(issuesOf(phase([zone('A', 50, 55), zone('B', 55.1, 60)]))).toEqual([]);
    expect(issuesOf(phase([]))).toEqual([]);
  });

  it.each([
    [50, 50, 'Zone A ends at 50 °C, before it begins.'],
    [50.1, 50, 'Zone A ends at 50 °C, before it begins.'],
  ])('from %d to %d °C: %s', (from, to, message) => {
    expect(issuesOf(phase([zone('B', 60, 65), zone('A', from, to)]))).toEqual([
      { path: ['body', 'phases', 0, 'zones', 1, 'maxTemp'], message },
    ]);
  });

  it('KIT-223 may touch, in any order', () => {
    const [first, second] = [zone('A', 50, 55), zone('B', 55, 60)];
    expect(issuesOf(phase([first, second]))).toEqual([]);
    expect(issuesOf(phase([second, first]))).toEqual([]);
    expect(messages(phase([first, zone('B', 54.9, 60)]))).toEqual([
      'The zones A and B overlap from 54.9 to 55 °C.',
    ]);
  });

  it('overlap up to the end of the one that ends first', () => {
    expect(messages(phase([zone('A', 50, 60), zone('B', 52, 55)]))).toEqual([
      'The zones A and B overlap from 52 to 55 °C.',
    ]);
    expect(messages(phase([zone('A', 50, 60), zone('B', 58, 65)]))).toEqual([
      'The zones A and B overlap from 58 to 60 °C.',
    ]);
  });

  // The import of a file also reported an overlap of its zones from 59.4 to 57.5 °C.
  it('do not overlap if one ends before it begins', () => {
    expect(messages(phase([zone('C', 59.4, 57.5), zone('D', 58.5, 63)]))).toEqual([
      'Zone C ends at 57.5 °C, before it begins.',
    ]);
  });

  it('of two phases may have the same temperatures', () => {
    expect(issuesOf(phase([zone('A', 50, 55)]), phase([zone('B', 50, 55)], { phaseType: 'ANNEAL' }))).toEqual(
      [],
    );
  });
});

describe('the phases of a channel', () => {
  it('are of different types, and their zones have different letters', () => {
    expect(issuesOf(phase([zone('A', 50, 55)]), phase([zone('A', 60, 65)]))).toEqual([
      { path: ['body', 'phases'], message: 'The phase MELT occurs twice.' },
      { path: ['body', 'phases'], message: 'The zone A occurs twice.' },
    ]);
  });

  it('have eight zones in total at most', () => {
    const many = (count: number) =>
      phase(
        Array.from({ length: count }, (_, i) => zone(String.fromCharCode(65 + i), 20 + 2 * i, 21 + 2 * i)),
      );
    expect(messages(many(8))).toEqual([]);
    expect(issuesOf(many(9))).toEqual([
      { path: ['body', 'phases'], message: 'A channel has at most 8 zones.' },
    ]);
  });

  it('may be inverted for MELT, and not for ANNEAL', () => {
    expect(issuesOf(phase([], { inversed: true }))).toEqual([]);
    expect(issuesOf(phase([]), phase([], { phaseType: 'ANNEAL', inversed: true }))).toEqual([
      { path: ['body', 'phases', 1, 'inversed'], message: 'An annealing phase cannot be inversed.' },
    ]);
    expect(issuesOf(phase([], { phaseType: 'ANNEAL' }))).toEqual([]);
  });

  it('list their letters in order', () => {
    const phases = [phase([zone('B', 50, 55), zone('A', 60, 65)]), phase([zone('C', 50, 55)])];
    expect(lettersOf(phases)).toEqual(['B', 'A', 'C']);
  });
});

describe('a rule', () => {
  const at = ['body', 3];
  const letters = ['A', 'B', 'C'];
  const condition = (firstOperand: Operand, secondOperand: Operand) => ({ firstOperand, secondOperand });
  const issues = (zones: readonly string[], expressions: readonly ReturnType<typeof condition>[] = []) =>
    ruleIssues({ zones, expressions }, { letters, at }).map(({ path, message }) => {
      expect(path).toEqual(at);
      return message;
    });
  const compares = 'A condition must compare two different zones of its combination.';

  it('is valid when it names zones of its channel, each once', () => {
    expect(issues([])).toEqual([]);
    expect(issues(['A', 'C'], [condition('A', 'C'), condition('C', 'A')])).toEqual([]);
    expect(issues(['A', 'D'])).toEqual(['This channel has no zone D.']);
    expect(issues(['A', 'A'])).toEqual(['The zone A occurs twice.']);
  });

  it('compares two different zones of its combination', () => {
    expect(issues(['A', 'B'], [condition('A', 'A')])).toEqual([compares]);
    expect(issues(['A', 'B'], [condition('A', 'C')])).toEqual([compares]);
    expect(issues(['A', 'B'], [condition('C', 'B')])).toEqual([compares]);
    expect(issues(['A', 'B'], [condition('A', 'B'), condition('B', 'B')])).toEqual([compares]);
  });
});

describe('KIT-173 a condition with a number', () => {
  const issues = (zones: readonly string[], firstOperand: Operand) =>
    ruleIssues(
      { zones, expressions: [{ firstOperand, secondOperand: 2 }] },
      { letters: ['A', 'B', 'C'], at: [] },
    ).map(({ message }) => message);

  it('compares the width of a zone of its combination, or the ratio of two', () => {
    expect(issues(['A'], { width: 'A' })).toEqual([]);
    expect(issues(['A'], { width: 'B' })).toEqual([
      'A condition uses a zone that is not in its combination.',
    ]);
    expect(issues(['A', 'B'], { ratio: ['B', 'A'] })).toEqual([]);
    for (const ratio of [
      ['A', 'A'],
      ['A', 'C'],
    ] as [string, string][])
      expect(issues(['A', 'B'], { ratio })).toEqual([
        'A condition must compare two different zones of its combination.',
      ]);
  });
});

it('reports each repetition of a value', () => {
  const options = { at: ['x'], what: 'lot' };
  expect(repeatedIssues(['a', 'b', 'a', 'a'], options)).toEqual([
    issueAt(['x'], 'The lot a occurs twice.'),
    issueAt(['x'], 'The lot a occurs twice.'),
  ]);
  expect(repeatedIssues(['a', 'b'], options)).toEqual([]);
});

it.each([
  [50, []],
  [55, []],
  [49.9, ['The reference Tm of zone A, 49.9 °C, lies outside it.']],
  [55.1, ['The reference Tm of zone A, 55.1 °C, lies outside it.']],
])('TMC-08 a reference Tm lies in its zone, limits included: %d °C', (referenceTm, expected) => {
  const found = issuesOf(phase([zone('B', 60, 65), { ...zone('A', 50, 55), referenceTm }]));
  expect(found).toEqual(
    expected.map((message) => ({ path: ['body', 'phases', 0, 'zones', 1, 'referenceTm'], message })),
  );
});
