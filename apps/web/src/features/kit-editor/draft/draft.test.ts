import {
  expressionKey,
  type CombinationDiagnostic,
  type ExpressionSettings,
  type Phase,
  type CurveShape,
} from '@curvewell/domain';
import { describe, expect, test } from 'vitest';

import { offeredConditions, offeredFigures, operandsByPhase } from './conditions.ts';
import { catalogueWords, type DiagnosticWords } from './diagnostic-words.ts';
import { changedChannels, draftChanges, draftFields, isVersionChanged } from './draft-changes.ts';
import {
  changeCombination,
  changePhase,
  changeZone,
  combinationsWith,
  freeLetters,
  freePhaseTypes,
  withoutPhase,
  withoutZone,
  withPhase,
  withZone,
} from './draft-edits.ts';
import { historyOf, pushHistory, redone, undone } from './draft-history.ts';
import { draftIssues } from './draft-issues.ts';
import {
  channelDraft,
  type ChannelDraft,
  combinationLabels,
  EMPTY_DRAFT,
  flatRules,
  type KitDraft,
  savedPhases,
  draftPhases,
  savedSettings,
} from './kit-draft.ts';

const WILD = 'wild';
const MUTATED = 'mutated';
const diagnosticWords: DiagnosticWords = { ...catalogueWords, ofId: (id) => id ?? 'No diagnostic' };

const above = (firstOperand: string, secondOperand: string): ExpressionSettings => ({
  firstOperand,
  operator: 'GT',
  secondOperand,
});

/** ANNEAL with A and B, MELT with C; A + C is wild type, A + B wild type when A is above B, else mutated. */
function made(): ChannelDraft {
  let channel = withPhase(withPhase(EMPTY_DRAFT.FAM, 'MELT'), 'ANNEAL');
  channel = changePhase(changePhase(channel, 'MELT', { minThreshold: 60 }), 'ANNEAL', { minThreshold: 60 });
  channel = withZone(channel, 'ANNEAL', { minTemp: 53, maxTemp: 57.5 });
  channel = withZone(channel, 'ANNEAL', { minTemp: 58.5, maxTemp: 63 });
  channel = withZone(channel, 'MELT', { minTemp: 53, maxTemp: 57.5 });
  channel = changeCombination(channel, 'A + C', (draft) => ({ ...draft, otherwise: WILD }));
  return changeCombination(channel, 'A + B', () => ({
    cases: [{ expressions: [above('A', 'B')], diagnosticId: WILD }],
    otherwise: MUTATED,
  }));
}

const draftWith = (channel: ChannelDraft): KitDraft => ({ ...EMPTY_DRAFT, FAM: channel });
const messages = (channel: ChannelDraft): string[] =>
  draftIssues(draftWith(channel)).map(({ message }) => message);

const RULE_DRAFT = {
  conditions: [{ channel: 'FAM' as const, diagnostic: 'HOMOZYGOUS_MUTATED' }],
  result: { name: 'Carrier', meaning: 'positive' as const, lisCode: 'C1', snomedCt: '', loinc: '' },
};
const REPLICATES = { rule: 'majority', tmSpread: 0.3, ignoresNoCall: true } as const;
const SHAPE: CurveShape = {
  channel: 'FAM',
  phase: 'MELT',
  before: [50, 52],
  after: [65, 67],
  background: 'linear',
  alignAt: null,
  references: ['HOMOZYGOUS_MUTATED'],
  distance: 1,
  ratio: 2,
};

describe('phases and zones', () => {
  test('KIT-08 KIT-11 CONST-30 a new phase has slope threshold 4.72, quality 0.4 and no threshold yet', () => {
    const [phase] = withPhase(EMPTY_DRAFT.FAM, 'MELT').phases;
    expect(phase).toEqual({
      phaseType: 'MELT',
      minThreshold: null,
      slopeThreshold: 4.72,
      minQuality: 0.4,
      inversed: false,
      zones: [],
    });
    expect(messages(withPhase(EMPTY_DRAFT.FAM, 'MELT'))).toEqual([
      'Min. threshold is missing.',
      'MELT has no zone.',
    ]);
  });

  test('KIT-09 an annealing phase is never inverted', () => {
    const inversed = changePhase(made(), 'MELT', { inversed: true });
    expect(inversed.phases.map((phase) => phase.inversed)).toEqual([false, true]);
    const annealing = changePhase(made(), 'ANNEAL', { inversed: true });
    expect(annealing.phases.map((phase) => phase.inversed)).toEqual([false, false]);
  });

  test('KIT-10 a phase type is offered once', () => {
    expect(freePhaseTypes(EMPTY_DRAFT.FAM)).toEqual(['ANNEAL', 'MELT']);
    expect(freePhaseTypes(withPhase(EMPTY_DRAFT.FAM, 'MELT'))).toEqual(['ANNEAL']);
    expect(freePhaseTypes(made())).toEqual([]);
  });

  test('KIT-12 a new zone has a name, temperatures, a label and limits', () => {
    expect(made().phases[0]?.zones[0]).toEqual({
      name: 'A',
      minTemp: 53,
      maxTemp: 57.5,
      label: '',
      minThreshold: null,
      minQuality: null,
    });
  });

  test('KIT-13 CONST-31 a new zone takes the next letter', () => {
    expect(made().phases.map(({ zones }) => zones.map(({ name }) => name))).toEqual([['A', 'B'], ['C']]);
  });

  test('KIT-15 CONST-32 five unused letters are offered at a time', () => {
    expect(freeLetters(made())).toEqual(['D', 'E', 'F', 'G', 'H']);
  });

  test('changing a letter renames it in rules and conditions', () => {
    const renamed = changeZone(made(), { phase: 'ANNEAL', index: 0 }, { name: 'Z' });
    expect([...renamed.combinations.keys()]).toEqual(['C + Z', 'B + Z']);
    expect(renamed.combinations.get('B + Z')?.cases[0]?.expressions).toEqual([above('Z', 'B')]);
  });

  test('KIT-26 removing a zone or phase removes the combinations that contain it', () => {
    expect(combinationsWith(made(), ['A'])).toEqual(['A + C', 'A + B']);
    expect([...withoutZone(made(), { phase: 'ANNEAL', index: 1 }).combinations.keys()]).toEqual(['A + C']);
    const melt = withoutPhase(made(), 'ANNEAL');
    expect(melt.phases.map(({ phaseType }) => phaseType)).toEqual(['MELT']);
    expect(melt.combinations.size).toBe(0);
  });

  test('KIT-14 errors that the server would refuse are reported first: overlap, order, letters', () => {
    const zone = (change: object) => changeZone(made(), { phase: 'ANNEAL', index: 1 }, change);
    expect(messages(made())).toEqual([]);
    expect(messages(zone({ minTemp: 57.2 }))).toEqual(['A and B overlap from 57.2 to 57.5 °C.']);
    // Zones may touch.
    expect(messages(zone({ minTemp: 57.5 }))).toEqual([]);
    expect(messages(zone({ maxTemp: 57 }))).toEqual(['Zone B ends at 57.0 °C, before it begins.']);
    expect(messages(zone({ minTemp: null }))).toEqual(['Zone B has no minimum.']);
    expect(messages(zone({ name: '' }))).toEqual(['A zone has no letter.']);
    expect(messages(zone({ name: 'C' }))).toEqual([
      'Two zones have the letter C.',
      'Two zones have the letter C.',
    ]);
    const nine = [1, 2, 3, 4, 5, 6].reduce(
      (channel, step) => withZone(channel, 'MELT', { minTemp: 60 + step, maxTemp: 60.5 + step }),
      made(),
    );
    expect(messages(nine)).toEqual(['A channel has at most 8 zones.']);
  });
});

describe('combinations', () => {
  test('KIT-16 KIT-17 KIT-18 combinations are all sorted sets of zones: NONE first, by length, then by letter', () => {
    expect(combinationLabels(['C', 'A', 'B'])).toEqual([
      'NONE',
      'A',
      'B',
      'C',
      'A + B',
      'A + C',
      'B + C',
      'A + B + C',
    ]);
    expect(combinationLabels(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'])).toHaveLength(256);
  });

  test('KIT-19 KIT-20 stored rows become cases with an “else”, and are saved unchanged', () => {
    const color = (id: string) => ({
      id,
      diagnosticLabel: id,
      color: '#ffffff',
      diagnostic: { name: 'NEGATIVE' as const, label: 'Negative' },
    });
    const row = (zones: string[], id: string | null, expressions: ExpressionSettings[] = []) =>
      ({
        id: '1',
        channel: 'FAM',
        combination: { id: zones.join(), label: zones.length === 0 ? 'NONE' : zones.join(' + '), zones },
        diagnosticColor: id === null ? null : color(id),
        expressions: expressions.map((one) => ({ ...one, id: expressionKey(one) })),
      }) satisfies CombinationDiagnostic;
    const rows = [
      row([], 'negative'),
      row(['A', 'B'], WILD, [above('A', 'B')]),
      row(['A', 'B'], MUTATED),
      // Unreachable: the row before it always matches.
      row(['A', 'B'], WILD),
      row(['B'], null),
    ];
    const channel = channelDraft([] as Phase[], rows);
    expect([...channel.combinations]).toEqual([
      ['NONE', { cases: [], otherwise: 'negative' }],
      ['A + B', { cases: [{ expressions: [above('A', 'B')], diagnosticId: WILD }], otherwise: MUTATED }],
    ]);
    expect(
      flatRules(channel).map(({ label, diagnosticColor, caseIndex }) => [
        label,
        diagnosticColor?.id,
        caseIndex,
      ]),
    ).toEqual([
      ['NONE', 'negative', null],
      ['A + B', WILD, 0],
      ['A + B', MUTATED, null],
    ]);
  });

  test('a save contains all phases, zones and rules of the channels that differ', () => {
    const { channels, combinationDiagnostics } = savedSettings(draftWith(made()), ['FAM']);
    expect(channels.map(({ name, phases }) => [name, phases.map(({ zones }) => zones.length)])).toEqual([
      ['FAM', [2, 1]],
    ]);
    expect(combinationDiagnostics.map(({ combination }) => combination.zones)).toEqual([
      ['A', 'C'],
      ['A', 'B'],
      ['A', 'B'],
    ]);
    expect(savedPhases(changePhase(made(), 'MELT', { minThreshold: null }))).toBeNull();
    // It can be evaluated anyway: without a threshold no peak counts, and a zone without edges is ignored.
    const open = withZone(changePhase(made(), 'MELT', { minThreshold: null }), 'MELT', {
      minTemp: null,
      maxTemp: null,
    });
    const tried = draftPhases(open).find(({ phaseType }) => phaseType === 'MELT');
    expect(tried?.minThreshold).toBe(1e6);
    expect(tried?.zones).toHaveLength((open.phases.at(-1)?.zones.length ?? 0) - 1);
  });
});

// Regression: while 57.5 was typed, the server refused each 5, or the 5 could even be saved.
test('KIT-121 a temperature with only its first digit typed is neither evaluated nor saved', () => {
  const typing = changeZone(made(), { phase: 'MELT', index: 0 }, { maxTemp: 5 });
  expect(draftPhases(typing).find(({ phaseType }) => phaseType === 'MELT')?.zones).toEqual([]);
  expect(messages(typing)[0]).toBe('Zone C extends beyond 20 to 110 °C.');
  const typed = changeZone(made(), { phase: 'MELT', index: 0 }, { minTemp: 20, maxTemp: 110 });
  expect(draftPhases(typed).find(({ phaseType }) => phaseType === 'MELT')?.zones).toHaveLength(1);
  expect(messages(typed)).toEqual([]);
});

describe('conditions', () => {
  const all = ['A', 'B', 'C'].flatMap((firstOperand) =>
    ['A', 'B', 'C']
      .filter((other) => other !== firstOperand)
      .flatMap((secondOperand) =>
        (['LT', 'LTE', 'GT', 'GTE'] as const).map((operator) => ({ firstOperand, operator, secondOperand })),
      ),
  );

  test('KIT-21 KIT-22 conditions for two zones of the combination are offered, equivalent ones once', () => {
    const offered = offeredConditions(all, { zones: ['A', 'B'], taken: [] });
    expect(offered.map(expressionKey)).toEqual(['A LT B', 'A LTE B', 'A GT B', 'A GTE B']);
    expect(offeredConditions(all, { zones: ['A'], taken: [] })).toEqual([]);
  });

  test('KIT-23 neither a condition of the case nor its opposite is offered again, in either order of zones', () => {
    const left = offeredConditions(all, { zones: ['A', 'B'], taken: [above('A', 'B')] });
    expect(left.map(expressionKey)).toEqual(['A LT B', 'A GTE B']);
    const turned = offeredConditions(all, { zones: ['A', 'B'], taken: [above('B', 'A')] });
    expect(turned.map(expressionKey)).toEqual(['A LTE B', 'A GT B']);
  });

  test('KIT-175 ratios of the same heights and widths of each zone are offered too', () => {
    const keys = (zones: string[], taken: ExpressionSettings[] = []) =>
      offeredFigures(all, { zones, taken }).map(expressionKey);
    expect(keys(['A'])).toEqual(['LT', 'LTE', 'GT', 'GTE'].map((one) => `width(A) ${one} 3`));
    expect(keys(['A', 'B']).filter((key) => key.includes('GTE'))).toEqual([
      'ratio(A,B) GTE 2',
      'ratio(B,A) GTE 2',
      'width(A) GTE 3',
      'width(B) GTE 3',
    ]);
    const wide = { firstOperand: { width: 'A' }, operator: 'GT', secondOperand: 3 } as const;
    expect(keys(['A'], [wide])).toEqual(['width(A) LT 3', 'width(A) GTE 3']);
    expect(offeredFigures([], { zones: ['A', 'B'], taken: [] }).map(expressionKey)).not.toContain(
      'ratio(A,B) GT 2',
    );
  });

  test("KIT-175 changing a zone's letter renames it in widths and ratios", () => {
    const expressions: ExpressionSettings[] = [
      { firstOperand: { width: 'A' }, operator: 'GT', secondOperand: 3 },
      { firstOperand: { ratio: ['B', 'A'] }, operator: 'LT', secondOperand: 2 },
    ];
    const cases = [{ expressions, diagnosticId: WILD }];
    const ruled = changeCombination(made(), 'A + B', () => ({ cases, otherwise: null }));
    const renamed = changeZone(ruled, { phase: 'ANNEAL', index: 0 }, { name: 'F' });
    expect(renamed.combinations.get('B + F')?.cases[0]?.expressions.map(expressionKey)).toEqual([
      'width(F) GT 3',
      'ratio(B,F) LT 2',
    ]);
  });

  test('KIT-24 only phases with two zones have operands', () => {
    expect(operandsByPhase(made().phases)).toEqual(['ANNEAL:A,B']);
    expect(operandsByPhase([])).toEqual([]);
  });
});

describe('changes', () => {
  test('WHATIF-12 every field of two versions is listed side by side, with the differing ones marked', () => {
    const before = draftWith(made());
    const after = draftWith(changeZone(made(), { phase: 'ANNEAL', index: 1 }, { minTemp: 58.2 }));
    const fields = draftFields(before, after, diagnosticWords);
    const differing = draftChanges(before, after, diagnosticWords);
    expect(fields.filter(({ from, to }) => from !== to)).toEqual(differing);
    expect(differing).toHaveLength(1);
    // Nine of the version, two phases of four fields, three zones of six, two combinations.
    expect(fields).toHaveLength(9 + 2 * 4 + 3 * 6 + 2);
    expect(draftChanges(EMPTY_DRAFT, after, diagnosticWords).map(({ field }) => field)).toEqual([
      'ANNEAL',
      'ANNEAL Min. threshold',
      'ANNEAL Slope threshold',
      'ANNEAL Min. quality',
      'ANNEAL Inversed',
      'ANNEAL zone A',
      'ANNEAL zone B',
      'MELT',
      'MELT Min. threshold',
      'MELT Slope threshold',
      'MELT Min. quality',
      'MELT Inversed',
      'MELT zone C',
      'A + B',
      'A + C',
    ]);
  });

  test('each differing field is listed with old and new value', () => {
    const before = draftWith(made());
    const moved = draftWith(changeZone(made(), { phase: 'ANNEAL', index: 1 }, { minTemp: 58.2 }));
    expect(draftChanges(before, moved, diagnosticWords)).toEqual([
      { channel: 'FAM', field: 'zone B, Min °C', from: '58.5 °C', to: '58.2 °C' },
    ]);
    expect(changedChannels(before, moved)).toEqual(['FAM']);
    const ruled = draftWith(changeCombination(made(), 'A + B', (draft) => ({ ...draft, otherwise: null })));
    expect(draftChanges(before, ruled, diagnosticWords)).toEqual([
      {
        channel: 'FAM',
        field: 'A + B',
        from: 'when A above B: wild; else mutated',
        to: 'when A above B: wild; else No diagnostic',
      },
    ]);
    expect(changedChannels(before, draftWith(made()))).toEqual([]);
  });

  test('KIT-137 controls and the diagnostic for a peak outside zones are part of the draft: named, saved, and invalid without a number', () => {
    const before = draftWith(made());
    const after = {
      ...before,
      version: {
        negative: 2,
        positive: 0,
        outsideId: MUTATED,
        tmShift: { limit: 1.2 },
        meltTemplates: { from: 'plate' as const },
        curveShapes: [SHAPE],
        replicates: REPLICATES,
        channelRules: [RULE_DRAFT],
        amplification: [{ channel: 'FAM' as const, latestCycle: 35 }],
      },
    };
    expect(draftChanges(before, after, diagnosticWords)).toEqual([
      { channel: null, field: 'negative controls', from: '1', to: '2' },
      { channel: null, field: 'a peak in no zone', from: 'No call', to: MUTATED },
      { channel: null, field: 'Tm shift correction', from: 'Off', to: 'at most 1.2 °C' },
      { channel: null, field: 'Templates of targets', from: 'Off', to: 'Learnt from the plate' },
      {
        channel: null,
        field: 'Shape of the curve',
        from: 'Off',
        to: 'FAM MELT 50.0–52.0 and 65.0–67.0 °C, linear, not aligned, Homozygous mutated, border 1 %, ratio 2',
      },
      {
        channel: null,
        field: 'Replicates',
        from: 'Off',
        to: 'By name: majority of the wells, Tm at most 0.3 °C apart, one No call of three or more wells ignored',
      },
      {
        channel: null,
        field: 'Combined result across channels',
        from: 'Off',
        to: '1: FAM Homozygous mutated → Carrier (positive, LIS C1)',
      },
      { channel: null, field: 'Amplification', from: 'Off', to: 'FAM at most 35' },
    ]);
    expect(changedChannels(before, after)).toEqual([]);
    expect(isVersionChanged(before, after)).toBe(true);
    expect(savedSettings(after, [])).toEqual({
      requiredControls: { negative: 2, positive: 0 },
      outsideDiagnostic: { id: MUTATED },
      tmShift: { limit: 1.2 },
      meltTemplates: { from: 'plate' },
      curveShapes: [SHAPE],
      replicates: REPLICATES,
      channelRules: [
        {
          conditions: RULE_DRAFT.conditions,
          result: { name: 'Carrier', meaning: 'positive', lisCode: 'C1' },
        },
      ],
      amplification: [{ channel: 'FAM', latestCycle: 35 }],
      channels: [],
      combinationDiagnostics: [],
    });
    const emptied = { ...after, version: { ...after.version, negative: null } };
    expect(draftIssues(emptied).map(({ message }) => message)).toEqual([
      'The number of negative controls is missing.',
    ]);
  });

  test('TMC-09 the limit of the Tm shift is a number, and a reference Tm is inside its zone', () => {
    const before = draftWith(made());
    const untyped = { ...before, version: { ...before.version, tmShift: { limit: null } } };
    expect(draftIssues(untyped).map(({ message }) => message)).toEqual([
      'The limit of the Tm shift is 0.5 to 2.0 °C.',
    ]);
    const place = { phase: made().phases[0]?.phaseType ?? 'MELT', index: 0 };
    const referred = draftWith(changeZone(made(), place, { referenceTm: 20 }));
    expect(draftIssues(referred).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The reference Tm of zone ., 20 °C, lies outside it\.$/),
    ]);
  });

  test('a hundred steps can be undone and redone; consecutive changes of one field are a single step', () => {
    const first = draftWith(made());
    let history = historyOf(first);
    history = pushHistory(history, { ...first }, 'B minTemp');
    const dragged = { ...first };
    history = pushHistory(history, dragged, 'B minTemp');
    expect(history.past).toEqual([first]);
    expect(undone(history).draft).toBe(first);
    expect(redone(undone(history)).draft).toBe(dragged);
    expect(pushHistory(history, dragged, null)).toBe(history);
    for (let step = 0; step < 120; step++) history = pushHistory(history, { ...first }, null);
    expect(history.past).toHaveLength(100);
    // A new change after an undo discards the redo steps.
    expect(pushHistory(undone(history), { ...first }, null).future).toEqual([]);
  });
});
