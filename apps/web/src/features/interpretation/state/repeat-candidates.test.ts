import type { InterpretedWell, Position, Run, SampleType } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { aChart, aColor, aRun, idOf } from '../../../../test/a-run.ts';
import { repeatCandidates } from './repeat-candidates.ts';

function firstOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('the model has a well');
  return first;
}
const model = firstOf(aChart);

const colorOf = (name: string) => ({
  ...aColor('NEGATIVE', 'c1'),
  diagnostic: { name, label: name },
});

interface Sketch {
  readonly name?: string | null;
  readonly result?: 'NEGATIVE' | 'TEST_KO' | null;
  readonly sampleType?: SampleType;
  readonly isHeld?: boolean;
  readonly hasKit?: boolean;
}

function proposed(sketches: Readonly<Record<Position, Sketch>>, selected: readonly Position[] = []) {
  const analysis = firstOf(aRun.analyses);
  const well = firstOf(Object.values(analysis.wells));
  const wells = Object.entries(sketches).map(
    ([position, { name = `S-${position}`, hasKit = true, sampleType = 'BLOOD' }], index) =>
      [
        position,
        {
          ...well,
          id: idOf(String(index)),
          position,
          name,
          sampleType,
          ...(!hasKit && { kitVersion: null }),
        },
      ] as const,
  );
  const run: Run = { ...aRun, analyses: [{ ...analysis, wells: Object.fromEntries(wells) }] };
  const interpreted = Object.entries(sketches).map(
    ([position, { result = 'NEGATIVE', sampleType = 'BLOOD', isHeld = false }], index): InterpretedWell => ({
      ...model,
      wellId: idOf(String(index)),
      position,
      sampleType,
      interpretedWellDiagnostics: model.interpretedWellDiagnostics.map((one) => ({
        ...one,
        diagnosticColor: result === null ? null : colorOf(result),
      })),
      explanation: {
        ...model.explanation,
        sampleType,
        flags: isHeld
          ? [
              {
                code: 'failed-control',
                phase: null,
                zone: null,
                temperature: null,
                measured: null,
                limit: null,
              },
            ]
          : [],
      },
    }),
  );
  return repeatCandidates(run, { interpreted, selected: new Set(selected) });
}

const candidates = (...of: Parameters<typeof proposed>) =>
  proposed(...of).map(({ position, reason }) => [position, reason]);

test('IMPEXP-129 samples without a result or held by a failed control are proposed, in reading order', () => {
  expect(
    candidates({
      B1: { result: null },
      A1: {},
      A2: { isHeld: true },
      A3: { isHeld: true, result: null },
      A4: { result: null, sampleType: 'NEGATIVE_TEST' },
      A5: { result: null, name: null },
    }),
  ).toEqual([
    ['A2', 'FAILED_CONTROL'],
    ['A3', 'FAILED_CONTROL'],
    ['B1', 'NO_RESULT'],
  ]);
});

test('IMPEXP-129 selected samples are proposed, too, under their own reason', () => {
  expect(candidates({ A1: {}, A2: { result: null }, A3: {} }, ['A1', 'A2'])).toEqual([
    ['A1', 'CHOSEN'],
    ['A2', 'NO_RESULT'],
  ]);
});

test('IMPEXP-129 a sample that a failed control holds names the control; one without any names none', () => {
  const held = proposed({
    A1: { sampleType: 'NEGATIVE_TEST', result: 'TEST_KO' },
    A2: { isHeld: true },
    A3: { sampleType: 'NEGATIVE_TEST', result: 'TEST_KO' },
  });
  expect(held).toEqual([
    expect.objectContaining({
      position: 'A2',
      name: 'S-A2',
      reason: 'FAILED_CONTROL',
      note: 'control A1, A3',
    }),
  ]);
  expect(proposed({ A2: { isHeld: true } })).toMatchObject([{ note: null }]);
});

test('IMPEXP-129 a note is never longer than the list takes', () => {
  const controls = Array.from({ length: 96 }, (_, index) => [
    `${'BCDEFGHI'.charAt(index % 8)}${1 + Math.floor(index / 8)}`,
    { sampleType: 'NEGATIVE_TEST', result: 'TEST_KO' } as const,
  ]);
  const [held] = proposed({
    A1: { isHeld: true },
    ...(Object.fromEntries(controls) as Record<Position, Sketch>),
  });
  expect(held?.note).toHaveLength(300);
});

test('IMPEXP-129 a sample without a result says why, and one without a kit is not proposed', () => {
  expect(proposed({ A1: { result: null } })).toMatchObject([
    { reason: 'NO_RESULT', note: expect.stringMatching(/./) as string, kit: expect.any(String) as string },
  ]);
  expect(candidates({ A1: { result: null, hasKit: false }, A2: { hasKit: false } }, ['A1', 'A2'])).toEqual(
    [],
  );
});

test('IMPEXP-129 candidates are in reading order whatever the order of the results', () => {
  expect(candidates({ B1: {}, A10: {}, A2: {} }, ['B1', 'A10', 'A2']).map(([position]) => position)).toEqual([
    'A2',
    'A10',
    'B1',
  ]);
});
