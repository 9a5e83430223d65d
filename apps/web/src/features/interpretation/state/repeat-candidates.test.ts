import {
  DEFAULT_REPLICATES,
  type InterpretedWell,
  type Position,
  type Run,
  type SampleType,
  usedReplicates,
  type Well,
} from '@curvewell/domain';
import { describe, expect, test } from 'vitest';

import { aChart, aColor, aComment, aRun, idOf } from '../../../../test/a-run.ts';
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

describe('IMPEXP-129 a sample has no result', () => {
  const analysis = firstOf(aRun.analyses);
  const [first, second] = Object.values(analysis.wells) as [Well, Well];
  const chart = aChart as unknown as [InterpretedWell, InterpretedWell];
  const proposedOf = (
    wells: readonly Well[],
    interpreted: readonly InterpretedWell[],
    run: Partial<Run> = {},
  ) =>
    repeatCandidates(
      {
        ...aRun,
        ...run,
        analyses: [{ ...analysis, wells: Object.fromEntries(wells.map((well) => [well.position, well])) }],
      },
      { interpreted, selected: new Set() },
    );
  const withResult = (well: InterpretedWell, name: string): InterpretedWell => ({
    ...well,
    interpretedWellDiagnostics: well.interpretedWellDiagnostics.map((one) => ({
      ...one,
      diagnosticColor: colorOf(name),
    })),
  });
  const withoutCall = (well: InterpretedWell): InterpretedWell => ({
    ...well,
    interpretedWellDiagnostics: well.interpretedWellDiagnostics.map((one) => ({
      ...one,
      diagnosticColor: null,
    })),
  });
  const commented = (well: Well): Well => ({
    ...well,
    comments: [{ ...aComment('9', 'seen'), creationDateTime: '2027-01-01T00:00:00Z' }],
  });

  test('where a comment resolves its well without a call', () => {
    expect(proposedOf([commented(first)], [withoutCall(chart[0])])).toMatchObject([
      { position: 'A1', reason: 'NO_RESULT', note: null },
    ]);
  });

  test('where its only result is that of a failed control', () => {
    expect(proposedOf([first], [withResult(chart[0], 'TEST_KO')])).toMatchObject([
      { position: 'A1', reason: 'NO_RESULT', note: expect.stringMatching(/./) as string },
    ]);
  });

  test('where its replicates differ, also once a comment resolves them, and says so as far as the list takes', () => {
    const kitVersionId = first.kitVersion?.id ?? '';
    const replicates = [{ kitVersionId, settings: usedReplicates(DEFAULT_REPLICATES) }];
    const named = (name: string): Well[] => [
      { ...first, name },
      { ...second, name },
    ];
    const interpreted = [chart[0], withResult(chart[1], 'HETEROZYGOUS')];
    const differing = proposedOf(named('S-1'), interpreted, { replicates });
    expect(differing.map(({ reason }) => reason)).toEqual(['NO_RESULT', 'NO_RESULT']);
    expect(differing[0]?.note).toMatch(/replicates differ/);
    expect(proposedOf(named('S-1').map(commented), interpreted, { replicates })).toMatchObject([
      { position: 'A1', reason: 'NO_RESULT', note: null },
      { position: 'A2', reason: 'NO_RESULT', note: null },
    ]);
    expect(proposedOf(named('S'.repeat(400)), interpreted, { replicates })[0]?.note).toHaveLength(300);
  });

  test('a well is listed once for all its channels, under its gravest reason, in reading order', () => {
    const hex = (well: InterpretedWell): InterpretedWell => ({ ...well, channel: 'HEX' });
    const run: Run = {
      ...aRun,
      analyses: [
        { ...analysis, wells: { A2: second } },
        { ...analysis, channel: 'HEX', wells: analysis.wells },
      ],
    };
    const interpreted = [
      withResult(chart[1], 'NEGATIVE'),
      hex(withResult(chart[0], 'NEGATIVE')),
      hex(withoutCall(chart[1])),
    ];
    const listed = repeatCandidates(run, { interpreted, selected: new Set(['A1', 'A2']) });
    expect(listed.map(({ position, reason }) => [position, reason])).toEqual([
      ['A1', 'CHOSEN'],
      ['A2', 'NO_RESULT'],
    ]);
    const held = hex({
      ...withResult(chart[1], 'NEGATIVE'),
      explanation: {
        ...chart[1].explanation,
        flags: [
          { code: 'failed-control', phase: null, zone: null, temperature: null, measured: null, limit: null },
        ],
      },
    });
    const both = [withoutCall(chart[1]), held];
    expect(repeatCandidates(run, { interpreted: both, selected: new Set(['A2']) })).toMatchObject([
      { position: 'A2', reason: 'FAILED_CONTROL' },
    ]);
    const inOtherOrder = { ...run, analyses: run.analyses.toReversed() };
    expect(repeatCandidates(inOtherOrder, { interpreted, selected: new Set(['A1', 'A2']) })).toEqual(listed);
  });
});
