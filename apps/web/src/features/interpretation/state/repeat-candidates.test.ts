import type { InterpretedWell, Position, Run, SampleType } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { aChart, aColor, aRun, idOf } from '../../../../test/a-run.ts';
import { repeatCandidates } from './repeat-candidates.ts';

function firstOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('the model has a well');
  return first;
}
const model = firstOf(aChart);

interface Sketch {
  readonly name?: string | null;
  readonly result?: 'NEGATIVE' | null;
  readonly sampleType?: SampleType;
  readonly isHeld?: boolean;
}

function candidates(sketches: Readonly<Record<Position, Sketch>>, selected: readonly Position[] = []) {
  const analysis = firstOf(aRun.analyses);
  const well = firstOf(Object.values(analysis.wells));
  const wells = Object.entries(sketches).map(
    ([position, { name = `S-${position}` }], index) =>
      [position, { ...well, id: idOf(String(index)), position, name }] as const,
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
        diagnosticColor: result === null ? null : aColor(result, 'c1'),
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
  return repeatCandidates(run, { interpreted, selected: new Set(selected) }).map(({ position, reason }) => [
    position,
    reason,
  ]);
}

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
