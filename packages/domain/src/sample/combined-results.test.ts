import { describe, expect, it } from 'vitest';

import { usedChannelRules, type ChannelRule } from '../settings/channel-rules.ts';
import type { CombinedResult } from './combined-result.ts';
import { combinedResults } from './combined-results.ts';
import { combinedFaultText, combinedLabel, combinedText, openCombinedReason } from './combined-words.ts';
import type { DiagnosticMeaning } from '../diagnostics/diagnostic-catalogue.ts';
import type { DiagnosticColor } from '../diagnostics/diagnostic-color.ts';
import { DEFAULT_REPLICATES, usedReplicates } from '../settings/replicate-settings.ts';
import { replicateResults, type ReplicateWell } from './replicate-results.ts';
import { sampleTable } from './sample-table.ts';
import { sampleCellText } from './sample-table-words.ts';
import { upperFirst } from '../text/text.ts';

const color = (name: string, meaning?: DiagnosticMeaning): DiagnosticColor => ({
  id: name,
  diagnostic: { name, label: name },
  diagnosticLabel: name,
  color: '#ffd60f',
  ...(meaning && { meaning }),
});
const [WILD, MUTATED, NEGATIVE] = [
  color('HOMOZYGOUS_WILD_TYPE'),
  color('HOMOZYGOUS_MUTATED'),
  color('NEGATIVE'),
];
const HETEROZYGOUS = color('HETEROZYGOUS');
const CONTROL = color('Internal control', 'positive');
const INVALID = color('Inhibited', 'invalid');

type On = Readonly<Partial<Record<'FAM' | 'HEX' | 'ROX', DiagnosticColor>>>;
const rule = (name: string, meaning: ChannelRule['result']['meaning'], on: On): ChannelRule => ({
  conditions: Object.entries(on).map(([channel, found]) => ({
    channel: channel as ReplicateWell['channel'],
    diagnostic: found.diagnostic.name,
  })),
  result: { name, meaning },
});
const RULES: readonly ChannelRule[] = [
  rule('Both mutated', 'positive', { FAM: MUTATED, HEX: MUTATED }),
  rule('Carrier', 'positive', { FAM: MUTATED }),
  rule('Not found', 'negative', { FAM: WILD, HEX: WILD }),
];

interface Sketch extends Partial<Omit<ReplicateWell, 'explanation'>> {
  readonly flags?: readonly string[];
  readonly isRead?: boolean;
}
const well = ({ flags = [], isRead = true, ...of }: Sketch, index: number): ReplicateWell => ({
  wellId: `w${index}`,
  position: 'A1',
  channel: 'FAM',
  name: 'S-1',
  orderId: null,
  sampleType: 'BLOOD',
  kit: 'Kit',
  kitVersionId: 'v',
  lotId: 'l',
  reactionBufferId: 'b',
  expected: null,
  found: MUTATED,
  isOverridden: false,
  isOutOfRange: false,
  // What the derivation reads.
  explanation: isRead ? ({ flags: flags.map((code) => ({ code })), phases: [] } as never) : null,
  ...of,
});

interface Settings {
  readonly rules?: readonly ChannelRule[];
  readonly isReplicated?: boolean;
  readonly settings?: Partial<typeof DEFAULT_REPLICATES>;
}
const seen = (
  sketches: readonly Sketch[],
  { rules = RULES, settings, isReplicated = settings !== undefined }: Settings = {},
) => {
  const wells = sketches.map(well);
  const samples = replicateResults(wells, () =>
    isReplicated ? usedReplicates({ ...DEFAULT_REPLICATES, ...settings }) : undefined,
  );
  const combined = combinedResults(wells, samples, (id) =>
    id.startsWith('v') ? usedChannelRules([...rules]) : undefined,
  );
  return { wells, samples, combined };
};
const combinedOf = (...of: Parameters<typeof seen>): CombinedResult => {
  const [first, ...others] = seen(...of).combined;
  expect(others).toEqual([]);
  return first!;
};
const fam = (found: DiagnosticColor | null, more: Sketch = {}): Sketch => ({ found, ...more });
const hex = (found: DiagnosticColor | null, more: Sketch = {}): Sketch => ({
  channel: 'HEX',
  found,
  ...more,
});
/** Without the positive wells that a missing result names. */
const faultLabel = (combined: CombinedResult) => combinedLabel({ ...combined, positives: [] });
const outcome = (sketches: readonly Sketch[], isReplicated = false) => {
  const combined = combinedOf(sketches, { isReplicated });
  return [faultLabel(combined), combinedFaultText(combined)];
};

describe('REVIEW-416 the combined result of a sample', () => {
  it('is that of the first rule that holds, in whatever order the wells come', () => {
    const wells = [hex(MUTATED), fam(MUTATED)];
    expect(combinedOf(wells)).toMatchObject({ rule: { number: 1 }, result: { name: 'Both mutated' } });
    expect(combinedOf(wells.toReversed())).toMatchObject({ result: { name: 'Both mutated' } });
    expect(outcome([fam(MUTATED), hex(WILD)])).toEqual(['Carrier', '']);
    expect(outcome([fam(WILD), hex(WILD)])).toEqual(['Not found', '']);
  });

  it('is missing with the results where no rule holds', () => {
    expect(outcome([fam(WILD), hex(MUTATED)])).toEqual([
      'No combined result',
      'no rule of the kit applies to FAM: W HOMOZYGOUS_WILD_TYPE in A1; HEX: M HOMOZYGOUS_MUTATED in A1',
    ]);
  });

  it.each<[string, readonly Sketch[], string]>([
    ['a channel without a call', [fam(MUTATED), hex(null)], 'HEX: no call in A1'],
    ['a channel that is not set', [fam(MUTATED)], 'HEX: no well of this kit'],
    [
      'a channel that was not analysed',
      [fam(MUTATED), hex(null, { isRead: false })],
      'HEX: not analysed in A1',
    ],
    [
      'a failed control by its flag',
      [fam(WILD), hex(WILD, { flags: ['failed-control'] })],
      'HEX: a control failed in A1',
    ],
    [
      'a failed control of the same mix',
      [
        fam(WILD),
        hex(WILD),
        hex(color('TEST_KO'), { sampleType: 'NEGATIVE_TEST', name: 'NTC', position: 'H12' }),
      ],
      'HEX: a control failed in A1',
    ],
    [
      'several wells without a rule for replicates',
      [fam(MUTATED), fam(MUTATED, { position: 'A2' }), hex(MUTATED)],
      'FAM: several wells without a rule for replicates: M HOMOZYGOUS_MUTATED in A1 and A2',
    ],
    [
      'wells of several lots',
      [fam(MUTATED), fam(MUTATED, { position: 'A2', lotId: 'other' }), hex(MUTATED)],
      'FAM: wells of several lots or reaction buffers: M HOMOZYGOUS_MUTATED in A1 and A2',
    ],
    [
      'a result that is no statement',
      [fam(MUTATED), hex(INVALID)],
      'HEX: In Inhibited: no statement about the sample in A1',
    ],
    [
      'a result that is no statement, where no rule holds either',
      [fam(WILD), hex(INVALID)],
      'HEX: In Inhibited: no statement about the sample in A1',
    ],
  ])('is incomplete, never negative or positive, with %s', (_, wells, why) => {
    expect(outcome(wells)).toEqual(['Incomplete', why]);
  });

  it('asks also for channels that no rule names, if the sample is there', () => {
    expect(outcome([fam(MUTATED), hex(MUTATED), { channel: 'ROX', found: null }])).toEqual([
      'Incomplete',
      'ROX: no call in A1',
    ]);
  });

  it.each<[string, readonly ChannelRule[], readonly Sketch[], string]>([
    [
      'that no rule names',
      [rule('Not found', 'negative', { FAM: NEGATIVE, HEX: MUTATED })],
      [fam(NEGATIVE), hex(MUTATED), { channel: 'ROX', found: MUTATED }],
      'rule 1 of the kit is negative and has no condition on ROX: M HOMOZYGOUS_MUTATED in A1',
    ],
    [
      'that only another rule names',
      [
        rule('Found', 'positive', { FAM: MUTATED, HEX: MUTATED }),
        rule('Not found', 'negative', { HEX: MUTATED }),
      ],
      [fam(HETEROZYGOUS), hex(MUTATED)],
      'rule 2 of the kit is negative and has no condition on FAM: X HETEROZYGOUS in A1',
    ],
  ])('is never negative with a positive result in a channel %s', (_, rules, wells, why) => {
    const combined = combinedOf(wells, { rules });
    expect(combined).toMatchObject({ result: null, fault: 'unasked-positive' });
    expect([faultLabel(combined), combinedFaultText(combined)]).toEqual(['No combined result', why]);
    expect(openCombinedReason(combined, 'w0')).toMatch(/^sample S-1 has no combined result, but .*: rule /);
    expect(combinedText(combined)).toMatch(/^Sample S-1: No combined result, but .* in A1\. Rule /);
    const negative = wells.map((one) => (one.channel === 'HEX' ? one : { ...one, found: NEGATIVE }));
    expect(combinedOf(negative, { rules })).toMatchObject({ result: { name: 'Not found' } });
  });

  it('can be invalid by a rule about a result that is no statement', () => {
    const rules = [rule('Repeat', 'invalid', { HEX: INVALID }), ...RULES];
    expect(combinedOf([fam(MUTATED), hex(INVALID)], { rules })).toMatchObject({ result: { name: 'Repeat' } });
    // Another channel without a call leaves it incomplete all the same.
    expect(combinedOf([fam(null), hex(INVALID)], { rules })).toMatchObject({ fault: 'incomplete' });
    // A positive rule about it stays without effect.
    const wrong = [rule('Found', 'positive', { HEX: INVALID })];
    expect(combinedOf([fam(MUTATED), hex(INVALID)], { rules: wrong })).toMatchObject({ result: null });
  });

  it('counts an override, also where a control failed', () => {
    const failed = { flags: ['failed-control'], isOverridden: true };
    expect(outcome([fam(WILD), hex(WILD, failed)])).toEqual(['Not found', '']);
    expect(outcome([fam(WILD), hex(null, { isOverridden: true })])).toEqual([
      'Incomplete',
      'HEX: no call in A1',
    ]);
  });

  it('reads the result of replicates, and is incomplete where they have none', () => {
    const twice = [fam(WILD), fam(WILD, { position: 'A2' }), hex(WILD), hex(WILD, { position: 'A2' })];
    expect(outcome(twice, true)).toEqual(['Not found', '']);
    expect(outcome([...twice.slice(0, 3), hex(MUTATED, { position: 'A2' })], true)).toEqual([
      'Incomplete',
      'HEX: replicates differ: W HOMOZYGOUS_WILD_TYPE in A1, M HOMOZYGOUS_MUTATED in A2',
    ]);
    const invalid = [...twice.slice(0, 2), hex(INVALID), hex(INVALID, { position: 'A2' })];
    expect(outcome(invalid, true)).toEqual(['Incomplete', 'HEX: no statement about the sample in A1 and A2']);
    // Four wells without a call have no result of replicates either.
    expect(
      outcome(
        twice.map((one) => ({ ...one, isRead: false })),
        true,
      )[0],
    ).toBe('Incomplete');
  });
});

describe('REVIEW-424 one tube does not validate another', () => {
  const rules = [rule('Not found', 'negative', { FAM: NEGATIVE, HEX: CONTROL })];
  const [A2, A3] = [{ position: 'A2' }, { position: 'A3' }];
  const why = (wells: readonly Sketch[], settings?: Partial<typeof DEFAULT_REPLICATES>) => {
    const combined = combinedOf(wells, { rules, ...(settings && { settings }) });
    expect(openCombinedReason(combined, 'w0') === null).toBe(combined.fault === null);
    return [faultLabel(combined), combinedFaultText(combined)];
  };
  const APART = 'the results of the channels are not from the same wells: FAM: N NEGATIVE from';

  it('if its channels are in different wells', () => {
    expect(why([fam(NEGATIVE), hex(CONTROL)])).toEqual(['Not found', '']);
    const apart = ['Incomplete', `${APART} A1; HEX: In Internal control from A2`];
    expect(why([fam(NEGATIVE), hex(CONTROL, A2)])).toEqual(apart);
    // Without a rule that holds as well.
    expect(why([fam(MUTATED), hex(CONTROL, A2)])[0]).toBe('Incomplete');
  });

  it.each(['lotId', 'reactionBufferId'] as const)('if it has another %s in one of the channels', (field) => {
    expect(why([fam(NEGATIVE), hex(CONTROL, { [field]: 'other' })])).toEqual([
      'Incomplete',
      'wells of several lots or reaction buffers: FAM: N NEGATIVE in A1; HEX: In Internal control in A1',
    ]);
  });

  it('with replicates whose results come from different wells', () => {
    const anyOf3 = { rule: 'any-positive', ignoresNoCall: true } as const;
    const targets = [fam(NEGATIVE), fam(NEGATIVE, A2), fam(null, A3)];
    const failed = [hex(NEGATIVE), hex(NEGATIVE, A2), hex(CONTROL, A3)];
    const apart = ['Incomplete', `${APART} A1 and A2; HEX: In Internal control from A3`];
    expect(why([...targets, ...failed], anyOf3)).toEqual(apart);
    const valid = [hex(CONTROL), hex(CONTROL, A2), hex(CONTROL, A3)];
    expect(why([...targets.slice(0, 2), fam(NEGATIVE, A3), ...valid], anyOf3)).toEqual(['Not found', '']);
    // The well that was left out of one channel counts in the other.
    expect(why([...targets, ...valid], anyOf3)[0]).toBe('Incomplete');
  });
});

describe('REVIEW-425 an order has one combined result of a kit, or none', () => {
  const ORDER = { orderId: 'O-1' };
  const pair = (more: Sketch): Sketch[] => [
    fam(WILD, { ...ORDER, ...more }),
    hex(WILD, { ...ORDER, ...more }),
  ];
  const outcomes = (others: readonly Sketch[]) =>
    seen([...pair({}), ...others]).combined.map((one) => [faultLabel(one), one.fault, one.sameOrder]);
  const A2 = { position: 'A2' };

  it.each<[string, Sketch]>([
    ['of two types', { sampleType: 'DNA' }],
    ['with names that differ in case', { name: 's-1' }],
    ['without a name', { name: null }],
    ['with two versions of the kit', { kitVersionId: 'v2' }],
    ['with an order that differs in case and spaces', { name: 'S-2', orderId: ' o-1' }],
  ])('with samples %s', (_, more) => {
    expect(outcomes(pair({ ...A2, ...more }))).toEqual([
      ['No combined result', 'same-order', ['A2']],
      ['No combined result', 'same-order', ['A1']],
    ]);
  });

  it('also beside a sample that is incomplete anyway, with the reason', () => {
    const { combined, wells } = seen([...pair({}), fam(WILD, { ...ORDER, ...A2, name: 's-1' })]);
    expect(combined).toMatchObject([
      { result: null, rule: null },
      { result: null, rule: null },
    ]);
    const [first] = combined;
    const why =
      'order O-1 has several combined results of this kit, also from A2: FAM: W HOMOZYGOUS_WILD_TYPE in A1; HEX: W HOMOZYGOUS_WILD_TYPE in A1';
    expect(combinedText(first!)).toBe(`Sample S-1: No combined result. ${upperFirst(why)}.`);
    expect(wells.map(({ wellId }) => openCombinedReason(first, wellId))).toEqual([
      ...Array.from({ length: 2 }, () => `sample S-1 has no combined result: ${why}`),
      null,
    ]);
  });

  it.each<[string, Sketch]>([
    ['of another order', { name: 'S-2', orderId: 'O-2' }],
    ['without an order', { name: 'S-2', orderId: null }],
    ['of another kit', { kit: 'Other', kitVersionId: 'v2' }],
    ['of a version without rules', { kitVersionId: 'other' }],
  ])('but samples %s do not count', (_, more) => {
    expect(outcomes(pair({ ...A2, ...more }))[0]).toEqual(['Not found', null, []]);
  });

  it('and samples without an order have none in common', () => {
    const { combined } = seen([
      fam(WILD),
      hex(WILD),
      fam(WILD, { name: 'S-2', ...A2 }),
      hex(WILD, { name: 'S-2', ...A2 }),
    ]);
    expect(combined.map(faultLabel)).toEqual(['Not found', 'Not found']);
  });
});

describe('REVIEW-417 a sample is joined over kits and channels', () => {
  it.each<[string, Sketch]>([
    ['another order', { orderId: 'O-2' }],
    ['another type', { sampleType: 'DNA' }],
    ['another case', { name: 's-1' }],
    ['a space', { name: 'S-1 ' }],
  ])('but not with %s', (_, other) => {
    const { combined } = seen([fam(WILD), hex(WILD, { ...other, position: 'A2' })]);
    expect(combined.map(faultLabel)).toEqual(['Incomplete', 'Incomplete']);
  });

  it('in one well without a name, and in several wells of one name', () => {
    const unnamed = [fam(WILD, { name: null }), hex(WILD, { name: null })];
    expect(outcome(unnamed)).toEqual(['Not found', '']);
    const apart = seen([unnamed[0]!, { ...unnamed[1], position: 'A2' }]);
    expect(apart.combined.map(faultLabel)).toEqual(['Incomplete', 'Incomplete']);
    const twice = [fam(WILD), hex(WILD), fam(WILD, { position: 'A2' }), hex(WILD, { position: 'A2' })];
    expect(outcome(twice, true)).toEqual(['Not found', '']);
  });

  it('never in controls, which have no combined result', () => {
    expect(seen([fam(WILD, { sampleType: 'STANDARD' })]).combined).toEqual([]);
  });

  it('and has a result for each kit with rules', () => {
    const { combined } = seen([fam(WILD), hex(WILD), fam(null, { kitVersionId: 'other', position: 'B1' })]);
    expect(combined.map(({ kitVersionId }) => kitVersionId)).toEqual(['v']);
  });
});

describe('REVIEW-418 the table by sample', () => {
  const tableOf = (sketches: readonly Sketch[]) =>
    sampleTable({ ...seen(sketches), kitOf: (id) => `Kit ${id}`, doubtful: new Set(['w1']) });

  it('has a row for each sample and a column for each kit and channel', () => {
    const { columns, rows } = tableOf([
      fam(WILD),
      hex(WILD),
      fam(MUTATED, { kitVersionId: 'other', position: 'B1' }),
      fam(color('TEST_KO'), {
        sampleType: 'NEGATIVE_TEST',
        name: 'NTC',
        position: 'A2',
        lotId: 'other',
        flags: ['failed-control'],
      }),
    ]);
    expect(columns.map(({ kit, channel }) => `${kit} ${channel}`)).toEqual([
      'Kit v FAM',
      'Kit v HEX',
      'Kit other FAM',
    ]);
    expect(rows.map(({ name, isControl, positions }) => [name, isControl, positions])).toEqual([
      ['S-1', false, ['A1', 'B1']],
      ['NTC', true, ['A2']],
    ]);
    const [sample, control] = rows;
    expect(sample!.cells.map((cell) => [cell?.found?.diagnostic.name, cell?.isDoubtful])).toEqual([
      ['HOMOZYGOUS_WILD_TYPE', false],
      ['HOMOZYGOUS_WILD_TYPE', true],
      ['HOMOZYGOUS_MUTATED', false],
    ]);
    expect(sample).toMatchObject({ isIncomplete: false, combined: [{ result: { name: 'Not found' } }] });
    // Controls are complete with what they have.
    expect(control).toMatchObject({ isIncomplete: false, combined: [] });
    expect(control!.cells.map((cell) => cell?.fault)).toEqual([null, 'not-set', undefined]);
    expect(control!.cells[0]?.found?.diagnostic.name).toBe('TEST_KO');
  });

  it('says that a sample without a combined result is incomplete, though each channel has one', () => {
    const { rows } = tableOf([fam(WILD), hex(MUTATED)]);
    expect(rows[0]!.cells.map((cell) => cell?.fault)).toEqual([null, null]);
    expect(rows[0]!.isIncomplete).toBe(true);
  });

  it('says that a sample is incomplete, and which rows may be the same sample', () => {
    const { rows } = tableOf([
      fam(WILD),
      hex(null),
      fam(WILD, { name: ' s-1', position: 'C1' }),
      fam(WILD, { orderId: 'O-1', position: 'D1' }),
      fam(WILD, { name: null, position: 'E1' }),
    ]);
    expect(rows.map(({ isIncomplete }) => isIncomplete)).toEqual([true, true, true, true]);
    expect(rows.map(({ alike }) => alike)).toEqual([['C1', 'D1'], ['A1', 'D1'], ['A1', 'C1'], []]);
  });
});

it('REVIEW-419 lists the wells to review for a combined result: those of faulty channels, else all', () => {
  const open = (sketches: readonly Sketch[]) => {
    const [combined] = seen(sketches).combined;
    return sketches.flatMap((_, index) =>
      openCombinedReason(combined, `w${index}`) === null ? [] : [index],
    );
  };
  expect(open([fam(MUTATED), hex(null)])).toEqual([1]);
  expect(open([fam(MUTATED)])).toEqual([0]);
  expect(open([fam(WILD), hex(MUTATED)])).toEqual([0, 1]);
  expect(open([fam(WILD), hex(WILD)])).toEqual([]);
  const rules = [rule('Repeat', 'invalid', { FAM: MUTATED })];
  const [invalid] = seen([fam(MUTATED)], { rules }).combined;
  expect(openCombinedReason(invalid, 'w0')).toBe('sample S-1: Repeat, no statement about the sample');
});

it('REVIEW-416 says how a combined result came about', () => {
  expect(combinedText(combinedOf([fam(MUTATED), hex(WILD)]))).toBe(
    'Sample S-1: Carrier, by rule 2 of the kit: FAM M HOMOZYGOUS_MUTATED. FAM: M HOMOZYGOUS_MUTATED in A1; HEX: W HOMOZYGOUS_WILD_TYPE in A1.',
  );
  expect(combinedText(combinedOf([fam(MUTATED)]))).toBe(
    'Sample S-1: Incomplete, but FAM M HOMOZYGOUS_MUTATED in A1. HEX: no well of this kit.',
  );
});

describe('REVIEW-441 a positive well that no result includes is named', () => {
  const A2 = { position: 'A2' };
  const IC_RULES = [
    rule('Found', 'positive', { FAM: MUTATED, HEX: CONTROL }),
    rule('Not found', 'negative', { FAM: NEGATIVE, HEX: CONTROL }),
  ];
  const anyPositive = { rules: IC_RULES, settings: { rule: 'any-positive' as const } };
  const label = (sketches: readonly Sketch[], settings: Settings = anyPositive) =>
    combinedLabel(combinedOf(sketches, settings));

  it('with the number of wells, where others are not decided', () => {
    const wells = [fam(MUTATED), fam(null, A2), hex(CONTROL), hex(CONTROL, A2)];
    expect(label(wells)).toBe('Incomplete, but FAM M HOMOZYGOUS_MUTATED in 1 of 2 wells (A1)');
    const combined = combinedOf(wells, anyPositive);
    expect(combined).toMatchObject({ result: null, fault: 'incomplete' });
    expect(openCombinedReason(combined, 'w0')).toBe(
      'the combined result of sample S-1 is incomplete, but FAM M HOMOZYGOUS_MUTATED in 1 of 2 wells (A1): FAM: no call: M HOMOZYGOUS_MUTATED in A1, No call in A2',
    );
  });

  it('where its channel has a result and another has none, or its control failed', () => {
    const named = 'FAM M HOMOZYGOUS_MUTATED in A1';
    expect(label([fam(MUTATED), hex(null)])).toBe(`Incomplete, but ${named}`);
    expect(label([fam(MUTATED), hex(NEGATIVE)])).toBe(`No combined result, but ${named}`);
    expect(label([fam(MUTATED, { flags: ['failed-control'] }), hex(CONTROL)])).toBe(
      `Incomplete, but ${named}`,
    );
    const invalid = [rule('Inhibited', 'invalid', { FAM: MUTATED, HEX: INVALID }), ...IC_RULES];
    expect(label([fam(MUTATED), hex(INVALID)], { rules: invalid })).toBe(`Inhibited, but ${named}`);
  });

  it('but no diagnostic that a negative rule asks for, and none beside a result', () => {
    expect(label([fam(null), hex(CONTROL)])).toBe('Incomplete');
    expect(label([fam(MUTATED), hex(CONTROL)])).toBe('Found');
    expect(combinedOf([fam(MUTATED), hex(CONTROL)], anyPositive)).not.toHaveProperty('positives');
  });

  it('not in results of an earlier derivation, which keep their bytes', () => {
    const { wells, samples } = seen([fam(MUTATED)], anyPositive);
    const [first] = combinedResults(wells, samples, () => ({
      rules: IC_RULES,
      derivation: 'curvewell-combined-result/1',
    }));
    expect(first).toMatchObject({ fault: 'incomplete', derivation: 'curvewell-combined-result/1' });
    expect(first).not.toHaveProperty('positives');
  });

  const SPECIES = color('Species A', 'positive');
  /** Species A is found in samples that the kit calls negative, and in others; the internal control in all. */
  const RESISTANCE: readonly ChannelRule[] = [
    rule('Resistant', 'positive', { FAM: SPECIES, HEX: MUTATED, ROX: CONTROL }),
    rule('Susceptible', 'negative', { FAM: SPECIES, HEX: NEGATIVE, ROX: CONTROL }),
    rule('Not found', 'negative', { FAM: NEGATIVE, HEX: NEGATIVE, ROX: CONTROL }),
  ];
  const rox = (found: DiagnosticColor | null): Sketch => ({ channel: 'ROX', found });

  it('REVIEW-453 also where one negative rule requires it, but not an internal control, which all require', () => {
    const wells = [fam(SPECIES), hex(null), rox(CONTROL)];
    expect(combinedLabel(combinedOf(wells, { rules: RESISTANCE }))).toBe(
      'Incomplete, but FAM Sp Species A in A1',
    );
    const all = seen(wells, { rules: RESISTANCE });
    const [old] = combinedResults(all.wells, all.samples, () => ({
      rules: [...RESISTANCE],
      derivation: 'curvewell-combined-result/2',
    }));
    expect(old).toMatchObject({ fault: 'incomplete' });
    expect(old).not.toHaveProperty('positives');
  });

  it('REVIEW-454 beside a positive result, if its rule has no condition on the channel', () => {
    const rules = [
      rule('Carrier', 'positive', { FAM: MUTATED }),
      rule('Not found', 'negative', { FAM: NEGATIVE, HEX: NEGATIVE, ROX: CONTROL }),
    ];
    const of = (...sketches: readonly Sketch[]) => combinedOf(sketches, { rules });
    const both = of(fam(MUTATED), hex(SPECIES), rox(CONTROL));
    expect(combinedLabel(both)).toBe('Carrier, also HEX Sp Species A in A1');
    expect(both).toMatchObject({ result: { name: 'Carrier' }, fault: null });
    expect(combinedText(both)).toMatch(/^Sample S-1: Carrier, also HEX Sp Species A in A1, by rule 1/);
    expect(combinedLabel(of(fam(MUTATED), hex(NEGATIVE), rox(CONTROL)))).toBe('Carrier');
    expect(combinedLabel(of(fam(NEGATIVE), hex(NEGATIVE), rox(CONTROL)))).toBe('Not found');
    const all = seen([fam(MUTATED), hex(SPECIES), rox(CONTROL)], { rules });
    const [old] = combinedResults(all.wells, all.samples, () => ({
      rules: [...rules],
      derivation: 'curvewell-combined-result/2',
    }));
    expect(old).not.toHaveProperty('positives');
  });

  it('in a channel of a kit without rules', () => {
    const { wells, samples } = seen([fam(MUTATED), fam(null, A2)], anyPositive);
    const table = sampleTable({
      wells,
      samples,
      combined: [],
      kitOf: () => 'Kit v1',
      doubtful: new Set(),
    });
    expect(sampleCellText(table.rows[0]!.cells[0]!)).toBe(
      'No call, but M HOMOZYGOUS_MUTATED in 1 of 2 wells (A1)',
    );
  });

  it('REVIEW-451 beside a result that a rule for replicates gives without it, whose wells are named one by one', () => {
    const rules = [rule('Not found', 'negative', { FAM: NEGATIVE })];
    const of = (found: DiagnosticColor | null) =>
      combinedOf([fam(NEGATIVE), fam(NEGATIVE, A2), fam(found, { position: 'A3' })], {
        rules,
        settings: { rule: 'majority' as const, ignoresNoCall: true },
      });
    expect(of(MUTATED)).toMatchObject({ result: { name: 'Not found' }, fault: null });
    expect(combinedText(of(MUTATED))).toBe(
      'Sample S-1: Not found, but FAM M HOMOZYGOUS_MUTATED in 1 of 3 wells (A3), by rule 1 of the kit: FAM N NEGATIVE. ' +
        'FAM: N NEGATIVE in A1 and A2 (not counted: M HOMOZYGOUS_MUTATED in A3).',
    );
    expect(combinedText(of(null))).toMatch(/FAM: N NEGATIVE in A1 and A2 \(not counted: No call in A3\)\.$/);
    expect(combinedText(of(NEGATIVE))).toMatch(/FAM: N NEGATIVE in A1, A2 and A3\.$/);
  });

  it('REVIEW-451 among many wells that have no common result', () => {
    const wells = Array.from({ length: 12 }, (_, index) =>
      fam(index === 11 ? MUTATED : NEGATIVE, { position: `A${index + 1}` }),
    );
    const rules = [rule('Not found', 'negative', { FAM: NEGATIVE })];
    const combined = combinedOf(wells, { rules, settings: { rule: 'all-agree' } });
    expect(combinedFaultText(combined)).toMatch(/, M HOMOZYGOUS_MUTATED in A12$/);
  });
});
