import { expect, test } from 'vitest';

import type { BrokenRule } from '../laboratory/broken-rule.ts';
import { effectiveDemands, isGoodStandard } from './check-demands.ts';
import { brokenRuleTexts } from '../plate/controlled-wells.ts';
import type { DiagnosticColor, DiagnosticName } from '../diagnostics/diagnostic-color.ts';
import type { CalledWell } from '../call/interpretation.ts';
import type { KitStatus } from '../kit/kit.ts';
import { DEFAULT_LABORATORY_RULES } from '../laboratory/laboratory-rules.ts';
import type { SampleType } from '../plate/plate.ts';
import { usedChannelRules } from '../settings/channel-rules.ts';
import { DEFAULT_REPLICATES, type ReplicateRule, usedReplicates } from '../settings/replicate-settings.ts';
import { FLAG_CONSEQUENCES } from '../call/flag-consequences.ts';
import { countIn, runDoubts, type DoubtedRun } from './run-doubts.ts';
import type { Well } from './run.ts';
import { plateText, samplesText, wellsText } from './sample-count.ts';
import { callFlagCodeSchema, type CallFlagCode } from '../call/well-call.ts';

const color = (name: DiagnosticName): DiagnosticColor => ({
  id: name,
  diagnostic: { name, label: name },
  diagnosticLabel: name,
  color: '#ffd60f',
});

interface Sketch {
  readonly position: string;
  readonly sampleType?: SampleType;
  readonly found?: DiagnosticName | null;
  /** Null: No call. */
  readonly updated?: DiagnosticName | null;
  readonly red?: DiagnosticName | null;
  /** In Texas Red; default: as in FAM. */
  readonly redType?: SampleType;
  readonly expected?: DiagnosticName;
  /** Null: none. */
  readonly lot?: string | null;
  readonly buffer?: string;
  readonly name?: string;
  /** The reason for `updated`; null: none. */
  readonly reason?: string | null;
  /** A well with a name only. */
  readonly isUnset?: boolean;
  /** The rule that it broke, in FAM. */
  readonly broken?: BrokenRule;
  /** The expiry date of its lot. */
  readonly expires?: string;
  /** The flags in FAM. */
  readonly flags?: readonly CallFlagCode[];
}

const KIT = { id: 'v2', version: 'v2', kit: { id: 'LCT', name: 'LCT-13910' } };
const flagOf = (code: CallFlagCode) => ({
  code,
  phase: 'MELT',
  zone: 'A',
  temperature: 61,
  measured: 9,
  limit: 10,
});

const NOW = new Date('2026-11-24T22:30:00.000Z');

interface Run {
  /** Wells that are read in one channel only. */
  readonly only?: Readonly<Record<string, 'FAM' | 'TEXAS_RED'>>;
  readonly notes?: readonly string[];
  /** Null: the run does not name the version. */
  readonly status?: KitStatus | null;
  /** The number of negative controls that the kit version requires. */
  readonly negative?: number;
  /** The confirmation of kit and file. */
  readonly fit?: DoubtedRun['fit'];
  /** Inactive lots. */
  readonly closed?: readonly string[];
  /** The last day of the version's validity. */
  readonly validUntil?: string;
  /** Further changes of the run. */
  readonly changes?: Partial<DoubtedRun>;
}

/** The doubts of a plate in two channels; TEXAS_RED is like FAM unless given. */
function doubts(
  sketches: readonly Sketch[],
  { only = {}, notes = [], status = 'VALIDATED', negative = 0, fit = null, closed = [], ...rest }: Run = {},
) {
  const isRead = (channel: 'FAM' | 'TEXAS_RED', { position }: Sketch) =>
    (only[position] ?? channel) === channel;
  const of = (channel: 'FAM' | 'TEXAS_RED') =>
    sketches
      .filter((sketch) => isRead(channel, sketch))
      .map(({ position, sampleType: famType = 'BLOOD', found = 'NEGATIVE', red = found, ...sketch }) => {
        const sampleType = channel === 'FAM' ? famType : (sketch.redType ?? famType);
        const wellId = `${position} ${channel}`;
        const { expected, updated, lot = '26B0417', buffer = 'LC', name = `S-${position}` } = sketch;
        const { expires = '2027-03-31', reason = 'Second peak is a spike' } = sketch;
        const well = {
          id: wellId,
          position,
          channel,
          name,
          orderId: null,
          sampleType,
          comments: [],
          kitVersion: sketch.isUnset === true ? null : KIT,
          lot: lot && { id: lot, name: lot, expirationDate: expires },
          reactionBuffer: { id: buffer, name: buffer },
          expectedDiagnostic: expected === undefined ? null : color(expected),
        } as unknown as Well; // the fields that doubts use
        const shown = channel === 'FAM' ? found : red;
        const diagnostics = [
          { stateDiagnostic: 'INITIAL', diagnosticColor: shown && color(shown), comment: null },
          ...(updated === undefined || channel === 'TEXAS_RED'
            ? []
            : [
                {
                  stateDiagnostic: 'UPDATED',
                  diagnosticColor: updated && color(updated),
                  comment: reason,
                  byName: 'T. Holm',
                  at: '2026-11-20T09:31:00.000Z',
                },
              ]),
        ];
        const explanation = {
          sampleType,
          phases: [],
          zonesHit: [],
          combination: 'NONE',
          triedRules: [],
          diagnostic: shown,
          flags: channel === 'FAM' ? (sketch.flags ?? []).map(flagOf) : [],
        };
        const called = {
          wellId,
          position,
          channel,
          sampleType,
          explanation,
          constantPhaseInfos: [],
          interpretedWellDiagnostics: diagnostics,
        } as unknown as CalledWell; // the fields that doubts use
        return { well, called };
      });
  const channels = (['FAM', 'TEXAS_RED'] as const).map((channel) => ({ channel, wells: of(channel) }));
  const run = {
    plateType: 'RECTANGULAR_96',
    instrumentName: 'CFX 1',
    importReport: { notes },
    runDateSource: 'FILE',
    created: '2026-11-20T07:00:00.000Z',
    trialLots: [],
    runImportDate: '2026-11-20T07:30:00.000Z',
    laboratoryTimeZone: 'UTC',
    fit,
    rules: DEFAULT_LABORATORY_RULES,
    kits:
      status === null
        ? []
        : [
            {
              kitVersion: KIT,
              status,
              requiredControls: { negative, positive: 0 },
              lots: closed.map((lot) => ({ id: lot, active: false })),
              validityEndDate: rest.validUntil ?? null,
            },
          ],
    brokenRules: sketches.flatMap(({ position, broken }) =>
      broken === undefined ? [] : [{ wellId: `${position} FAM`, ...broken }],
    ),
    acts: {
      interpreted: { name: 'T. Holm', at: '2026-11-20T08:00:00.000Z' },
      approved: null,
      rejected: null,
    },
    analyses: channels.map(({ channel, wells }) => ({
      channel,
      wells: Object.fromEntries(wells.map(({ well }) => [well.position, well])),
    })),
    ...rest.changes,
  } as unknown as DoubtedRun; // the fields that doubts use
  const called = channels.flatMap(({ wells }) =>
    wells.flatMap((one) => (one.well.kitVersion === null ? [] : [one.called])),
  );
  const texts = (position: string, channel: 'FAM' | 'TEXAS_RED' = 'FAM') => {
    const well = channels
      .find((one) => one.channel === channel)
      ?.wells.find(({ well: { position: at } }) => at === position);
    return well === undefined ? [] : brokenRuleTexts(run, well.well);
  };
  return { ...runDoubts({ run, called, now: NOW }), texts };
}

const PLATE: readonly Sketch[] = [
  { position: 'A1', found: 'HETEROZYGOUS', red: null },
  { position: 'A2', found: null, red: null },
  { position: 'A3', found: 'HETEROZYGOUS', updated: 'NEGATIVE', lot: 'other' },
  { position: 'A4', sampleType: 'STANDARD', found: 'HETEROZYGOUS', red: 'NEGATIVE', expected: 'NEGATIVE' },
  { position: 'A5', sampleType: 'NEGATIVE_TEST', found: 'TEST_KO', red: 'TEST_OK' },
];

test('DECIDE-05 a well whose type differs by channel counts as each of its types', () => {
  const plate: readonly Sketch[] = [
    { position: 'A1', redType: 'NEGATIVE_TEST', red: 'TEST_OK' },
    { position: 'A2', sampleType: 'NEGATIVE_TEST', redType: 'BLOOD', found: 'TEST_OK', red: 'NEGATIVE' },
    { position: 'A3', sampleType: 'STANDARD', redType: 'BLOOD', expected: 'NEGATIVE' },
    { position: 'A4' },
  ];
  for (const sketches of [plate, plate.toReversed()])
    expect(doubts(sketches).wells).toEqual({ all: 4, samples: 4, controls: 2, standards: 1 });
});

test('DECIDE-05 each channel’s counts add up to the wells of that channel, not to results of all channels', () => {
  const { counts, wells, wellsByChannel } = doubts(PLATE);
  expect(wells).toEqual({ all: 5, samples: 3, controls: 1, standards: 1 });
  for (const channel of ['FAM', 'TEXAS_RED'] as const) {
    const sum = counts.reduce((total, { byChannel }) => total + (byChannel[channel] ?? 0), 0);
    expect([sum, wellsByChannel[channel]]).toEqual([5, 5]);
  }
  expect(counts.map(({ diagnostic, byChannel }) => [diagnostic?.diagnostic.name ?? null, byChannel])).toEqual(
    [
      ['HETEROZYGOUS', { FAM: 2, TEXAS_RED: 1 }],
      ['NEGATIVE', { FAM: 1, TEXAS_RED: 1 }],
      [null, { FAM: 1, TEXAS_RED: 2 }],
      ['TEST_OK', { TEXAS_RED: 1 }],
      ['TEST_KO', { FAM: 1 }],
    ],
  );
});

test('DECIDE-06 a failed control lists the samples of its kit and lot, a standard its expected result', () => {
  const { failedControls, standards } = doubts(PLATE);
  expect(failedControls).toMatchObject([
    { position: 'A5', channel: 'FAM', marks: { samples: 2, kit: 'LCT-13910 v2', lot: '26B0417' } },
  ]);
  expect(standards.map(({ channel, isAsExpected }) => [channel, isAsExpected])).toEqual([
    ['FAM', false],
    ['TEXAS_RED', true],
  ]);
});

// Samples of another buffer, or in another channel only, used to be counted too.
test('DECIDE-06 a sample overridden to a control’s result is not a failed control', () => {
  const found = doubts([{ position: 'A1', updated: 'TEST_KO' }]);
  expect(found.failedControls).toEqual([]);
  expect(found.changedByHand.map(({ position }) => position)).toEqual(['A1']);
});

test('DECIDE-07 a control supports the samples of its kit version, lot and buffer, in its channel', () => {
  const others = [
    ...PLATE,
    { position: 'A6', buffer: 'other' },
    { position: 'A7', sampleType: 'POSITIVE_TEST' as const, found: 'TEST_OK' as const },
    { position: 'A8' },
  ];
  expect(doubts(others).failedControls).toMatchObject([{ position: 'A5', marks: { samples: 3 } }]);
  const inOneChannel = doubts(others, { only: { A8: 'TEXAS_RED' } });
  expect(inOneChannel.failedControls).toMatchObject([{ position: 'A5', marks: { samples: 2 } }]);
});

const BROKEN: BrokenRule = { rule: '1-3s', phase: 'MELT', zone: 'C', tm: 61.114, distance: 3.52 };

test('CONTROL-10 a control that broke a rule has failed whatever its call, and marks the samples of its group', () => {
  const { failedControls, texts } = doubts([
    { position: 'A1' },
    { position: 'A2', lot: 'other' },
    { position: 'A3', buffer: 'other' },
    { position: 'A7', sampleType: 'POSITIVE_TEST', found: 'TEST_OK', broken: BROKEN },
  ]);
  expect(failedControls).toMatchObject([
    { position: 'A7', cause: '1-3s, C 61.11 °C is 3.5 SD above the mean', marks: { samples: 1 } },
  ]);
  const flagged = ['Control A7 is out of range: 1-3s, C 61.11 °C is 3.5 SD above the mean.'];
  expect(['A1', 'A2', 'A3', 'A7'].map((position) => texts(position))).toEqual([flagged, [], [], flagged]);
  expect(texts('A1', 'TEXAS_RED')).toEqual([]);
});

test('CONTROL-10 a standard that broke a rule is a doubt among the standards, even with the expected call', () => {
  const { failedControls, standards } = doubts([
    { position: 'A4', sampleType: 'STANDARD', expected: 'NEGATIVE', broken: { ...BROKEN, distance: -2.4 } },
  ]);
  expect(failedControls).toEqual([]);
  expect(standards.map(isGoodStandard)).toEqual([false, true]);
  expect(standards[0]).toMatchObject({
    isAsExpected: true,
    outOfRange: '1-3s, C 61.11 °C is 2.4 SD below the mean',
  });
});

test('DECIDE-07 an override states the previous result, the reason and the user', () => {
  expect(doubts(PLATE).changedByHand).toMatchObject([
    {
      position: 'A3',
      channel: 'FAM',
      reason: 'Second peak is a spike',
      byName: 'T. Holm',
      from: color('HETEROZYGOUS'),
      found: color('NEGATIVE'),
    },
  ]);
});

test('samples without a call are counted as results and as wells; unset wells are named', () => {
  const { unresolved, notAnalysed } = doubts(PLATE);
  expect(unresolved.map(({ position, channel }) => `${position} ${channel}`)).toEqual([
    'A1 TEXAS_RED',
    'A2 FAM',
    'A2 TEXAS_RED',
  ]);
  expect(wellsText(unresolved)).toBe('3 results in 2 wells');
  expect(wellsText(unresolved.slice(0, 1))).toBe('1 well');
  expect(notAnalysed).toHaveLength(91);
  expect(notAnalysed[0]).toBe('A6');
});

test('DECIDE-19 doubts about the plate setup are repeated: repeated names, other lots', () => {
  const plate: readonly Sketch[] = [
    { position: 'A1', name: 'S-1' },
    { position: 'A2', name: 'S-1' },
    { position: 'A3', lot: '26C0022', expires: '2026-11-19' },
    // On the day of the interpretation a lot is still valid.
    { position: 'A4', lot: '26C0023', expires: '2026-11-20' },
  ];
  expect(doubts(plate).plate).toEqual([
    { text: '3 lots of LCT-13910 v2: 26C0022, 26C0023', positions: ['A3', 'A4'] },
    { text: '2 wells with the name S-1', positions: ['A1', 'A2'] },
  ]);
});

test('DECIDE-40 a well is in one section only, the most serious; an override among the overrides', () => {
  const all: readonly CallFlagCode[] = ['zone-not-read', 'spike', 'borderline-zone'];
  const { unresolved, curves, nearBorder, changedByHand, failedControls, standards } = doubts([
    { position: 'A1', found: null, red: 'NEGATIVE', flags: all },
    { position: 'A2', flags: ['spike', 'borderline-zone'] },
    { position: 'A3', flags: ['borderline-zone'] },
    { position: 'A4', flags: all, updated: 'HETEROZYGOUS' },
    { position: 'A5', sampleType: 'NEGATIVE_TEST', found: 'TEST_KO', red: 'TEST_OK', flags: all },
    { position: 'A6', sampleType: 'STANDARD', expected: 'HETEROZYGOUS', red: 'HETEROZYGOUS', flags: all },
    { position: 'A7', flags: ['failed-control'] },
  ]);
  const sections = { unresolved, curves, nearBorder, changedByHand, failedControls };
  expect(
    Object.entries(sections).map(([section, wells]) => [
      section,
      wells.map(({ position }) => position).join(),
    ]),
  ).toEqual([
    ['unresolved', 'A1'],
    ['curves', 'A2'],
    ['nearBorder', 'A3'],
    ['changedByHand', 'A4'],
    ['failedControls', 'A5'],
  ]);
  expect(standards.map(({ isAsExpected }) => isAsExpected)).toEqual([false, true]);
  expect(curves[0]?.texts).toEqual(['MELT: the reading at 61.00 °C is 9 RFU off and was excluded.']);
});

test('DECIDE-84 each flag puts a sample into the section of the table of consequences', () => {
  for (const code of callFlagCodeSchema.options) {
    const { callable, section } = FLAG_CONSEQUENCES[code];
    const found = callable ? 'NEGATIVE' : null;
    const { unresolved, curves, nearBorder } = doubts([
      { position: 'A1', found, red: 'NEGATIVE', flags: [code] },
    ]);
    const placed = Object.entries({ unresolved, curves, nearBorder }).flatMap(([name, wells]) =>
      wells.length === 0 ? [] : [name],
    );
    // The failed control is listed, not the samples that depend on it.
    expect([code, placed]).toEqual([code, section === 'failedControls' ? [] : [section]]);
  }
});

test('DECIDE-40 a result of algorithm 1.0.0 without grounds is a doubtful curve', () => {
  const { curves } = doubts([{ position: 'A1', found: 'NEGATIVE', flags: ['zone-not-covered'] }]);
  expect(curves).toMatchObject([{ position: 'A1', channel: 'FAM' }]);
});

test('DECIDE-41 facts about kits, lots and the import are listed for the signer', () => {
  const { facts } = doubts(
    [
      { position: 'A1', lot: '26C0022', expires: '2026-11-19' },
      { position: 'A2', lot: '26C0023', expires: '2099-12-31' },
      // On the day of the run a lot is still valid.
      { position: 'A3', lot: '26C0024', expires: '2026-11-20' },
    ],
    { notes: ['A dye was guessed.'], status: 'PERF', negative: 1 },
  );
  expect(facts.map(({ kind, short }) => [kind, short])).toEqual([
    ...Array.from({ length: 3 }, () => ['missingControls', 'no negative control']),
    ['kitStatus', 'LCT-13910 v2 not validated'],
    ['expiredLots', 'lot 26C0022 expired'],
    ['openLots', 'lot 26C0023 without an expiry date'],
    ['importDoubts', 'import warning'],
  ]);
  expect(facts[4]).toMatchObject({ text: 'Lot 26C0022 expired 19-11-2026.', positions: ['A1'] });
  expect(doubts([{ position: 'A1' }]).facts).toEqual([]);
});

test('DECIDE-42 approving a plate without any call is blocked, whatever the rules', () => {
  const demandsOf = (sketches: readonly Sketch[], decision: 'submit' | 'approve' = 'approve') =>
    effectiveDemands(DEFAULT_LABORATORY_RULES, decision, doubts(sketches)).unresolved;
  const control: Sketch = { position: 'H1', sampleType: 'NEGATIVE_TEST', found: 'TEST_OK' };
  const standard: Sketch = { position: 'H2', sampleType: 'STANDARD', found: 'HETEROZYGOUS' };
  const none: readonly Sketch[] = [
    { position: 'A1', found: null },
    { position: 'A2', found: null },
    control,
    standard,
  ];
  expect(demandsOf(none)).toBe('block');
  expect(demandsOf(none, 'submit')).toBe('note');
  expect(demandsOf([...none, { position: 'A3' }])).toBe('confirm');
  expect(demandsOf([{ position: 'A1' }, control])).toBe('confirm');
});

test('DECIDE-42 a plate without any control requires a reason where one missing control needs confirmation', () => {
  const demandsOf = (sketches: readonly Sketch[]) =>
    effectiveDemands(DEFAULT_LABORATORY_RULES, 'approve', doubts(sketches)).missingControls;
  expect(demandsOf([{ position: 'A1' }])).toBe('reason');
  expect(
    demandsOf([{ position: 'A1' }, { position: 'A2', sampleType: 'NEGATIVE_TEST', found: 'TEST_OK' }]),
  ).toBe('confirm');
});

test('DECIDE-40 a sample overridden to No call is among the overrides', () => {
  const { unresolved, changedByHand } = doubts([{ position: 'A1', updated: null }]);
  expect([unresolved, changedByHand.map(({ position }) => position)]).toEqual([[], ['A1']]);
});

test('DECIDE-40 a doubtful curve lists each sentence once', () => {
  const { curves } = doubts([{ position: 'A1', flags: ['spike', 'saturated', 'spike'] }]);
  expect(curves.map(({ texts }) => texts.length)).toEqual([2]);
});

test('DECIDE-41 a kit version that the run does not name counts as not validated, and some controls are not none', () => {
  const control: Sketch = { position: 'H1', sampleType: 'NEGATIVE_TEST', found: 'TEST_OK' };
  const shorts = (...given: Parameters<typeof doubts>) => doubts(...given).facts.map(({ short }) => short);
  expect(shorts([{ position: 'A1' }, control], { status: null })).toEqual(['LCT-13910 v2 not validated']);
  expect(shorts([{ position: 'A1' }, control], { negative: 2 })).toEqual(['too few negative controls']);
});

test('DECIDE-41 confirmations of kit and file come before doubts of the import', () => {
  const finding = { code: 'plate-type', severity: 'doubtful', text: 'Another plate.', key: 'v2 a' } as const;
  const fit = {
    findings: [{ ...finding, kitVersionId: 'v2', kit: 'LCT-13910 v2' }],
    byName: 'T. Holm',
    at: '2026-11-20T08:00:00.000Z',
  };
  const { facts } = doubts([{ position: 'A1' }], { notes: ['A dye was guessed.'], fit });
  expect(facts.map(({ kind, short }) => [kind, short])).toEqual([
    ['importDoubts', 'kit and file fit only in part'],
    ['importDoubts', 'import warning'],
  ]);
});

const EXPIRES = { position: 'A1', expires: '2026-11-20' } as const;
const shortsOf = (...given: Parameters<typeof doubts>) => doubts(...given).facts.map(({ short }) => short);

test('LOT-110 a lot expires at the end of its expiry date in the laboratory’s calendar, compared with the date of the run', () => {
  const expired = (created: string, laboratoryTimeZone: string, changes: Partial<DoubtedRun> = {}) =>
    shortsOf([EXPIRES], {
      changes: { created, runImportDate: '2026-11-23T12:00:00.000Z', laboratoryTimeZone, ...changes },
    }).includes('lot 26B0417 expired');
  // The same instant west and east of the date line.
  expect(expired('2026-11-21T09:59:00.000Z', 'Pacific/Honolulu')).toBe(false);
  expect(expired('2026-11-21T10:01:00.000Z', 'Pacific/Honolulu')).toBe(true);
  expect(expired('2026-11-20T09:59:00.000Z', 'Pacific/Kiritimati')).toBe(false);
  expect(expired('2026-11-20T10:01:00.000Z', 'Pacific/Kiritimati')).toBe(true);
  expect(expired('2026-11-20T10:01:00.000Z', 'UTC')).toBe(false);
});

test('LOT-110 an expired lot is reported by the date of the import if the run’s is unknown or implausible', () => {
  const expired = (changes: Partial<DoubtedRun>) =>
    shortsOf([EXPIRES], { changes: { runImportDate: '2026-11-21T12:00:00.000Z', ...changes } }).includes(
      'lot 26B0417 expired',
    );
  expect(expired({ created: '2026-11-20T12:00:00.000Z' })).toBe(false);
  expect(expired({ created: '2026-11-20T12:00:00.000Z', runDateSource: 'IMPORT' })).toBe(true);
  expect(expired({ created: '2026-11-20T12:00:00.000Z', runDateSource: 'UNKNOWN' })).toBe(true);
  // A clock that was never set, and one that is ahead.
  expect(expired({ created: '1999-12-31T12:00:00.000Z' })).toBe(true);
  expect(expired({ created: '2027-01-01T12:00:00.000Z', runImportDate: '2026-11-20T12:00:00.000Z' })).toBe(
    false,
  );
  // A file with only a date means that date, whatever instant represents it.
  const dayAlone = { runDateSource: 'FILE_ZONE', runDateText: '2026-11-20', runDateZone: 'UTC' } as const;
  expect(
    expired({ ...dayAlone, created: '2026-11-20T00:00:00.000Z', laboratoryTimeZone: 'Asia/Tokyo' }),
  ).toBe(false);
});

test('LOT-111 a lot deactivated since the interpretation is reported by the rule for expired lots, until the run is decided', () => {
  const sketches = [{ position: 'A1' }, { position: 'A2', lot: 'open' }];
  const { facts } = doubts(sketches, { closed: ['26B0417', 'of no well'] });
  expect(facts).toEqual([
    {
      kind: 'expiredLots',
      short: 'lot 26B0417 closed',
      positions: ['A1'],
      text: 'Lot 26B0417 was closed after this run was interpreted.',
    },
  ]);
  // Deactivated before: the run is a trial run, which is stated elsewhere.
  const trialLots = [{ id: '26B0417', name: '26B0417' }];
  expect(shortsOf(sketches, { closed: ['26B0417'], changes: { trialLots } })).toEqual([]);
  const act = { name: 'I. Lindqvist', at: '2026-11-21T08:00:00.000Z' };
  for (const decided of ['approved', 'rejected'])
    expect(
      shortsOf(sketches, {
        closed: ['26B0417'],
        validUntil: '2026-11-20',
        changes: {
          acts: { approved: null, rejected: null, [decided]: act } as unknown as DoubtedRun['acts'],
        },
      }),
    ).toEqual([]);
});

test('LOT-112 an expired kit version is reported by the rule for expired lots, in the laboratory’s calendar', () => {
  const factsOf = (validUntil: string, laboratoryTimeZone = 'UTC') =>
    doubts([{ position: 'A1' }], { validUntil, changes: { laboratoryTimeZone } }).facts;
  expect(factsOf('2026-11-23')).toEqual([
    {
      kind: 'expiredLots',
      short: 'LCT-13910 v2 no longer valid',
      positions: ['A1'],
      text: 'LCT-13910 v2 is no longer valid: its last day was 23-11-2026.',
    },
  ]);
  expect(factsOf('2026-11-24')).toEqual([]);
  expect(factsOf('2026-11-24', 'Pacific/Kiritimati')).toHaveLength(1);
  expect(factsOf('2026-11-23', 'Pacific/Honolulu')).toHaveLength(1);
});

test('DECIDE-05 the wells of a plate are counted in words, and those of one channel separately', () => {
  expect(plateText({ wells: { all: 378, samples: 362, controls: 10, standards: 6 } })).toBe(
    '378 wells: 362 samples, 10 controls, 6 standards.',
  );
  expect(plateText({ wells: { all: 1, samples: 1, controls: 1, standards: 1 } })).toBe(
    '1 well: 1 sample, 1 control, 1 standard.',
  );
  const { channels, wellsByChannel } = doubts([{ position: 'A1' }, { position: 'A2' }], {
    only: { A1: 'TEXAS_RED' },
  });
  expect([channels, wellsByChannel]).toEqual([['FAM', 'TEXAS_RED'], { FAM: 1, TEXAS_RED: 2 }]);
  const wells = [{ channel: 'FAM' }, { channel: 'TEXAS_RED' }, { channel: 'FAM' }] as const;
  expect([countIn(wells, 'FAM'), countIn(wells, 'TEXAS_RED')]).toEqual([2, 1]);
});

test('DECIDE-05 an overridden control or standard says who overrode it, and why', () => {
  const { failedControls, standards } = doubts([
    { position: 'A1', sampleType: 'NEGATIVE_TEST', found: 'TEST_OK', updated: 'TEST_KO' },
    { position: 'A2', sampleType: 'NEGATIVE_TEST', found: 'TEST_KO', red: 'TEST_OK' },
    {
      position: 'A3',
      sampleType: 'STANDARD',
      found: 'HETEROZYGOUS',
      updated: 'NEGATIVE',
      expected: 'NEGATIVE',
    },
  ]);
  const override = 'set by T. Holm: “Second peak is a spike”';
  expect(
    failedControls.map(({ position, cause }) => [position, cause.split('; ').at(-1) === override]),
  ).toEqual([
    ['A1', true],
    ['A2', false],
  ]);
  expect(standards.map(({ channel, changed }) => [channel, changed])).toEqual([
    ['FAM', override],
    ['TEXAS_RED', null],
  ]);
});

test('REVIEW-401 replicates without a result are unresolved, and those apart have doubtful curves', () => {
  const only = { A1: 'FAM', A2: 'FAM', A3: 'FAM', B1: 'FAM', B2: 'FAM' } as const;
  const checked = (sketches: readonly Sketch[], rule: ReplicateRule = 'all-agree') => {
    const settings = usedReplicates({ ...DEFAULT_REPLICATES, rule });
    const changes = { replicates: [{ kitVersionId: 'v2', settings }] };
    const { unresolved, curves, changedByHand, samples } = doubts(
      sketches.map((one) => ({ name: 'S-1', ...one })),
      { only, changes },
    );
    const at = (wells: readonly { readonly position: string }[]) =>
      wells.map(({ position }) => position).join(' ');
    return [samples?.length, at(unresolved), at(curves), at(changedByHand)];
  };
  const other: Sketch = { position: 'A2', found: 'HETEROZYGOUS' };
  const two: readonly Sketch[] = [{ position: 'A1' }, other];
  expect(checked([{ position: 'A1' }, { position: 'A2' }])).toEqual([1, '', '', '']);
  expect(checked(two)).toEqual([1, 'A1 A2', '', '']);
  expect(checked([...two, { position: 'A3' }], 'majority')).toEqual([1, '', 'A1 A2 A3', '']);
  // An override that leaves them apart is listed as such; if all are, so is the missing result.
  expect(checked([{ position: 'A1' }, { ...other, updated: 'SICK' }])).toEqual([1, 'A1', '', 'A2']);
  expect(
    checked([
      { position: 'A1', updated: 'NEGATIVE' },
      { ...other, updated: 'SICK' },
    ]),
  ).toEqual([1, 'A1 A2', '', 'A1 A2']);
  expect(checked([{ position: 'A1' }, { ...other, updated: 'NEGATIVE' }])).toEqual([1, '', '', 'A2']);
  expect(checked([{ position: 'A1', name: 'S-2' }, { position: 'A2' }])).toEqual([0, '', '', '']);
  // A failed control leaves no sample a result, and the plate cannot be approved without a typed reason.
  const control: Sketch = { position: 'B1', name: 'NTC', sampleType: 'NEGATIVE_TEST', found: 'TEST_KO' };
  expect(checked([{ position: 'A1' }, { position: 'A2' }, control])).toEqual([1, 'A1 A2', '', '']);
});

test('REVIEW-397 a named well without settings is noted with the sample of its name', () => {
  const settings = usedReplicates(DEFAULT_REPLICATES);
  const named = (position: string, name: string, isUnset = false): Sketch => ({ position, name, isUnset });
  const plate = (isReplicated: boolean) =>
    doubts(
      [
        ...[named('A1', 'S-1'), named('A2', 'S-1'), named('A10', 'S-1', true), named('A3', 'S-1', true)],
        ...[named('B1', 'S-2'), named('B2', 'S-2'), named('B3', 'S-3', true)],
      ],
      { changes: { replicates: isReplicated ? [{ kitVersionId: 'v2', settings }] : [] } },
    ).plate.filter(({ text }) => text.includes('not analysed'));
  expect(plate(true)).toEqual([
    { text: 'Sample S-1 is also in A3 and A10, not analysed', positions: ['A1', 'A2', 'A3', 'A10'] },
  ]);
  expect(plate(false)).toEqual([]);
});

test('DECIDE-62 a replicate that was left out is noted even if one well of its sample is left', () => {
  const replicates = [{ kitVersionId: 'v2', settings: usedReplicates(DEFAULT_REPLICATES) }];
  const { plate } = doubts(
    [
      { position: 'A1', name: 'S-1' },
      { position: 'A2', name: 'S-1', isUnset: true },
      { position: 'B1', name: 'NTC', sampleType: 'NEGATIVE_TEST', found: 'TEST_OK' },
      { position: 'B2', name: 'NTC', isUnset: true },
      { position: 'C1', name: 'S-2' },
    ],
    { changes: { replicates } },
  );
  expect(plate.filter(({ text }) => text.includes('not analysed'))).toEqual([
    { text: 'Sample S-1 is also in A2, not analysed', positions: ['A1', 'A2'] },
  ]);
});

test('DECIDE-40 a standard or control is listed for its curve or as near a limit only if nothing worse is known', () => {
  const standard = { sampleType: 'STANDARD', flags: ['borderline-zone'] } as const;
  const { nearBorder, curves, unresolved } = doubts([
    { position: 'A1', ...standard, expected: 'NEGATIVE' },
    { position: 'A2', ...standard, expected: 'HETEROZYGOUS' },
    { position: 'A3', ...standard, expected: 'NEGATIVE', broken: BROKEN },
    { position: 'A4', ...standard, found: null },
    { position: 'A5', ...standard, flags: ['spike'] },
    { position: 'A6', sampleType: 'NEGATIVE_TEST', found: 'TEST_OK', flags: ['borderline-zone'] },
  ]);
  expect(nearBorder.map(({ position }) => position)).toEqual(['A1', 'A4', 'A6']);
  expect(curves.map(({ position }) => position)).toEqual(['A5']);
  expect(unresolved).toEqual([]);
});

test('DECIDE-06 a failed control without a lot marks no samples, and an override without a reason names only the user', () => {
  const { failedControls, standards } = doubts([
    { position: 'A1', sampleType: 'NEGATIVE_TEST', found: 'TEST_KO', red: 'TEST_OK', lot: null },
    { position: 'A2', sampleType: 'STANDARD', updated: 'HETEROZYGOUS', reason: null },
  ]);
  expect(failedControls).toMatchObject([{ position: 'A1', marks: null }]);
  expect(standards[0]?.changed).toBe('set by T. Holm');
});

test('REVIEW-419 samples that no channel rule covers are unresolved in each channel; without rules there are no combined results', () => {
  const negative = (channel: 'FAM' | 'TEXAS_RED') => ({ channel, diagnostic: 'NEGATIVE' });
  const result = { name: 'Not found', meaning: 'negative' } as const;
  const rules = [{ conditions: [negative('FAM'), negative('TEXAS_RED')], result }];
  const channelRules = [{ kitVersionId: 'v2', settings: usedChannelRules(rules) }];
  const plate: readonly Sketch[] = [{ position: 'A1' }, { position: 'A2', red: 'HETEROZYGOUS' }];
  const { combined, unresolved } = doubts(plate, { changes: { channelRules } });
  expect(combined?.map(({ name, result }) => [name, result?.name ?? null])).toEqual([
    ['S-A1', 'Not found'],
    ['S-A2', null],
  ]);
  expect(unresolved.map(({ position, channel, isOfSample }) => [position, channel, isOfSample])).toEqual([
    ['A2', 'FAM', true],
    ['A2', 'TEXAS_RED', true],
  ]);
  for (const none of [{}, { channelRules: [], replicates: [] }]) {
    const without = doubts(plate, { changes: none });
    expect([Object.keys(without).includes('combined'), Object.keys(without).includes('samples')]).toEqual([
      false,
      false,
    ]);
  }
});

test('DECIDE-19 wells of one name are no doubt if the kit has replicates', () => {
  const twice: readonly Sketch[] = [
    { position: 'A1', name: 'S-1' },
    { position: 'A2', name: 'S-1' },
  ];
  const settings = usedReplicates(DEFAULT_REPLICATES);
  expect(doubts(twice).plate).toHaveLength(1);
  expect(doubts(twice, { changes: { replicates: [{ kitVersionId: 'v2', settings }] } }).plate).toEqual([]);
});

test('TRUST-622 a control that the analysis failed remains a failed control when a user has overridden it to passed', () => {
  const failed: Sketch = { position: 'B1', sampleType: 'NEGATIVE_TEST', found: 'TEST_KO', red: 'TEST_OK' };
  const overridden = doubts([
    { position: 'A1' },
    { ...failed, updated: 'TEST_OK', reason: 'Splash from next well' },
  ]);
  expect(overridden.failedControls).toMatchObject([
    {
      position: 'B1',
      found: { diagnostic: { name: 'TEST_OK' } },
      cause: expect.stringContaining('set by T. Holm: “Splash from next well”') as string,
      marks: { samples: 1 },
    },
  ]);
  // The rule about overrides applies as well.
  expect(overridden.changedByHand.map(({ position }) => position)).toEqual(['B1']);
  const passed: Sketch = { ...failed, found: 'TEST_OK' };
  expect(doubts([{ position: 'A1' }, { ...passed, updated: 'TEST_OK' }]).failedControls).toEqual([]);
});

test('TRUST-623 a standard that is as expected only because a user has overridden it is not as expected', () => {
  const standard: Sketch = {
    position: 'C1',
    sampleType: 'STANDARD',
    expected: 'HETEROZYGOUS',
    red: 'HETEROZYGOUS',
  };
  const good = (sketch: Partial<Sketch>) =>
    doubts([{ ...standard, ...sketch }])
      .standards.filter(({ channel }) => channel === 'FAM')
      .map((one) => [one.isAsExpected, isGoodStandard(one)]);
  expect(good({ found: 'NEGATIVE', updated: 'HETEROZYGOUS' })).toEqual([[true, false]]);
  expect(good({ found: 'HETEROZYGOUS', updated: 'HETEROZYGOUS' })).toEqual([[true, true]]);
  expect(good({ found: 'HETEROZYGOUS' })).toEqual([[true, true]]);
  expect(good({ found: 'HETEROZYGOUS', updated: 'NEGATIVE' })).toEqual([[false, false]]);
  const { changedByHand } = doubts([{ ...standard, found: 'NEGATIVE', updated: 'HETEROZYGOUS' }]);
  expect(changedByHand.map(({ position }) => position)).toEqual(['C1']);
});

test('REVIEW-445 replicates are counted as wells of samples', () => {
  const replicates = [{ kitVersionId: 'v2', settings: usedReplicates(DEFAULT_REPLICATES) }];
  const plate: readonly Sketch[] = [
    { position: 'A1', name: 'S-1', found: null },
    { position: 'A2', name: 'S-1', found: null },
    { position: 'A3', name: 'S-1' },
    { position: 'A4', name: 'S-2', found: null },
    // Controls of one name are no sample.
    { position: 'B1', name: 'NTC', sampleType: 'NEGATIVE_TEST', found: 'TEST_KO' },
    { position: 'B2', name: 'NTC', sampleType: 'NEGATIVE_TEST', found: 'TEST_OK' },
  ];
  const counts = (all: ReturnType<typeof doubts>) => [
    plateText(all),
    samplesText(all.unresolved, all),
    all.failedControls[0]?.marks?.samples,
  ];
  expect(counts(doubts(plate, { changes: { replicates } }))).toEqual([
    '6 wells: 4 wells of 2 samples, 2 controls, 0 standards.',
    '4 wells of 2 samples',
    2,
  ]);
  // Without the kit's rule each well is a sample, and only wells without a call are unresolved.
  expect(counts(doubts(plate))).toEqual(['6 wells: 4 samples, 2 controls, 0 standards.', '3 samples', 4]);
  expect(samplesText([{ position: 'A1' }], doubts(plate, { changes: { replicates } }))).toBe(
    '1 well of 1 sample',
  );
});
