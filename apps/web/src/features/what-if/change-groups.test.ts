import type { SampleChange } from '@curvewell/contracts';
import { expect, it } from 'vitest';

import { type WhatIfProgress, withEvent } from '../../data/what-if.ts';
import {
  type ChangeFilter,
  changeGroups,
  filterCounts,
  listedChanges,
  secondsLeft,
  whatIfFigures,
} from './change-groups.ts';
import { changesCsv } from './changes-csv.ts';
import { samplesCsv } from './samples-csv.ts';

type WhatIfRun = WhatIfProgress['runs'][number];
type Change = WhatIfRun['changes'][number];

const change = (changes: Partial<Change> & { then: Change['then']; now: Change['now'] }): Change => ({
  wellId: 'well',
  position: 'C5',
  name: 'S-1',
  sampleType: 'BLOOD',
  channel: 'FAM',
  version: 'v3',
  override: null,
  isAlgorithm: false,
  reason: 'B 58.34 °C: 0.16 °C below, now inside',
  peaks: [],
  ...changes,
});
const called = (diagnostic: string | null) => ({ diagnostic, sentence: '' });

function run(
  businessId: number,
  changes: readonly Change[],
  status: WhatIfRun['status'] = 'APPROVED',
): WhatIfRun {
  return {
    kind: 'run',
    runId: `run ${businessId}`,
    businessId,
    runDate: '2026-11-20T08:00:00.000Z',
    status,
    algorithmVersion: '1.0.0',
    versions: ['v3'],
    calls: 10,
    stays: [{ diagnostic: 'NEGATIVE', calls: 10 - changes.length }],
    transitions: changes.map(({ then, now, sampleType }) => ({
      then: then.diagnostic,
      now: now.diagnostic,
      calls: 1,
      isControl: sampleType === 'NEGATIVE_TEST',
    })),
    changes: [...changes],
  };
}

const wild = called('HOMOZYGOUS_WILD_TYPE');
const hetero = called('HETEROZYGOUS');
const none = called(null);
const evaluation = {
  runs: [
    run(7, [
      change({ then: none, now: hetero, channel: 'TEXAS_RED' }),
      change({ then: wild, now: hetero, override: 'HETEROZYGOUS' }),
    ]),
    run(
      9,
      [
        change({ then: none, now: hetero }),
        change({ then: none, now: wild, isAlgorithm: true }),
        change({ then: hetero, now: none }),
        change({ then: called('TEST_OK'), now: called('TEST_KO'), sampleType: 'NEGATIVE_TEST' }),
      ],
      'WAIT_FOR_APPROVAL',
    ),
  ],
};
const shown = (filter: ChangeFilter) =>
  changeGroups(evaluation, filter).map(
    ({ then, now, calls, runs }) => `${then} → ${now} ${calls} in ${runs}`,
  );

it('WHATIF-09 changes are grouped: controls first, then changed, lost and new calls', () => {
  expect(shown('all')).toEqual([
    'TEST_OK → TEST_KO 1 in 1',
    'HOMOZYGOUS_WILD_TYPE → HETEROZYGOUS 1 in 1',
    'HETEROZYGOUS → null 1 in 1',
    'null → HETEROZYGOUS 2 in 2',
    'null → HOMOZYGOUS_WILD_TYPE 1 in 1',
  ]);
  const [, , , group] = changeGroups(evaluation, 'all');
  expect(group?.changes.map(({ businessId }) => businessId)).toEqual([9, 7]);
});

it('WHATIF-09 filters show as many changes as they state', () => {
  const counts = filterCounts(listedChanges(evaluation), ['FAM', 'TEXAS_RED']);
  expect(Object.fromEntries(counts)).toEqual({
    all: 6,
    approved: 2,
    controls: 1,
    FAM: 5,
    TEXAS_RED: 1,
    overridden: 1,
    algorithm: 1,
  });
  for (const [filter, count] of counts) {
    expect(changeGroups(evaluation, filter).reduce((sum, { calls }) => sum + calls, 0)).toBe(count);
  }
  expect(filterCounts(listedChanges(evaluation), ['FAM']).map(([filter]) => filter)).not.toContain(
    'TEXAS_RED',
  );
});

it('WHATIF-09 changes beyond the list are counted, and unchanged calls are counted by diagnostic', () => {
  const [first] = evaluation.runs;
  const full = { runs: first ? [{ ...first, changes: [] }] : [] };
  expect(changeGroups(full, 'all').map(({ calls, changes }) => [calls, changes.length])).toEqual([
    [1, 0],
    [1, 0],
  ]);
  expect(whatIfFigures(evaluation)).toMatchObject({
    calls: 20,
    changed: 6,
    changedRuns: 2,
    listed: 6,
    versions: ['v3'],
    algorithms: ['1.0.0'],
    stays: [{ diagnostic: 'NEGATIVE', calls: 14 }],
  });
});

it('WHATIF-08 events add up run by run, with an estimate of the remaining time', () => {
  const begun: WhatIfProgress = {
    request: {} as WhatIfProgress['request'],
    state: 'asked',
    total: 0,
    algorithmVersion: null,
    runs: [],
    skipped: [],
    begunAt: 0,
    receivedAt: 0,
    failure: null,
  };
  const [first, second] = evaluation.runs as [WhatIfRun, WhatIfRun];
  const running = withEvent(begun, { kind: 'begun', runs: 4, algorithmVersion: '1.0.0' }, 1000);
  expect(running).toMatchObject({ state: 'running', total: 4 });
  expect(secondsLeft(running)).toBeNull();
  const one = withEvent(running, first, 3000);
  expect(secondsLeft(one)).toBe(6);
  const { runId, businessId, runDate, status } = second;
  const two = withEvent(one, { kind: 'skipped', runId, businessId, runDate, status, reason: 'Gone.' }, 3000);
  expect(secondsLeft(two)).toBe(2);
  expect(two).toMatchObject({ runs: [{ businessId: 7 }], skipped: [{ businessId: 9 }] });
  expect(withEvent(two, { kind: 'done' }, 4000).state).toBe('done');
  expect(withEvent(two, { kind: 'failed', code: 'timed-out', message: 'Too long.' }, 4000)).toMatchObject({
    state: 'failed',
    failure: 'Too long.',
  });
});

it('WHATIF-11 the list is exported with one line per change, formulas as text', () => {
  const csv = changesCsv(
    listedChanges({ runs: [run(7, [change({ then: none, now: hetero, name: '=1+1;"@x"' })])] }),
  );
  const [heads, line, ...rest] = csv.split('\r\n');
  expect(heads?.startsWith('\uFEFF"Run";"Run date";"Run status";"Position";')).toBe(true);
  expect(line).toBe(
    `7;"2026-11-20";"Approved";"C5";"FAM";"'=1+1;'""@x""";"Blood";"v3";"no diagnostic";"Heterozygous";"";"";"B 58.34 °C: 0.16 °C below, now inside"`,
  );
  expect(rest).toEqual(['']);
});

it('EXPORT-168 the samples that change are exported in the words of the list, formulas as text, with a note if there are more', () => {
  const sample = (name: string | null, more: Partial<SampleChange> = {}): SampleChange => ({
    ...{
      name,
      orderId: null,
      channel: null,
      version: 'v3',
      positions: ['A1', 'A2'],
      then: 'Positive',
      now: null,
    },
    ...more,
  });
  const older = { ...run(7, []), samples: { all: 9, changed: 3, changes: [sample('=S;"1"')] } };
  const first = sample(null, { orderId: '+LIS', channel: 'FAM', then: null, now: 'Negative' });
  const newer = { ...run(9, []), samples: { all: 2, changed: 1, changes: [first] } };
  expect(samplesCsv([older, newer, run(8, [])]).split('\r\n')).toEqual([
    '\uFEFF"Run";"Run date";"Run status";"Sample";"Order";"Wells and channel";"Kit version then";"Result then";"Result now"',
    `9;"2026-11-20";"Approved";"no name";"'+LIS";"A1, A2, FAM";"v3";"no rule for samples";"Negative"`,
    `7;"2026-11-20";"Approved";"'=S;""1""";"";"A1, A2";"v3";"Positive";"no rule for samples"`,
    '"2 of 4 are listed, at most 50 of each run."',
    '',
  ]);
  expect(samplesCsv([newer])).not.toContain('are listed');
});
