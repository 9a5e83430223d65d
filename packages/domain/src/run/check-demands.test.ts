import { describe, expect, test } from 'vitest';

import {
  allConfirmed,
  answerTexts,
  checkDemands,
  doubtfulWells,
  effectiveDemands,
  factsOf,
  hasNoCalls,
  isAgainstRule,
  isCommonReason,
  isDoubtful,
  isGoodStandard,
  readinessText,
  sampleResults,
} from './check-demands.ts';
import {
  checkedDecisionSchema,
  DEFAULT_LABORATORY_RULES,
  demandSchema,
  doubtKindSchema,
  factKindSchema,
  isFactKind,
  laboratoryRulesSchema,
  type Demand,
  type DoubtKind,
} from '../laboratory/laboratory-rules.ts';
import {
  answeredOf,
  checkAnswersSchema,
  NO_ANSWERS,
  type CheckAnswers,
  type CheckedWell,
  type RunCheck,
} from './run-check.ts';

const well = (position: string): CheckedWell => ({
  wellId: `id ${position}`,
  position,
  channel: 'FAM',
  name: null,
  sampleType: 'BLOOD',
  found: null,
});
const NOTES = laboratoryRulesSchema.parse({}).submit;

const DOUBTS = {
  failedControls: [well('N24')],
  standards: [
    { ...well('A24'), isAsExpected: true, outOfRange: null },
    { ...well('C24'), isAsExpected: false, outOfRange: null },
  ],
  unresolved: [well('A7'), well('E10')],
  changedByHand: [well('H15')],
  curves: [{ ...well('H6'), texts: ['A spike.'] }],
  nearBorder: [well('B1'), well('B2')],
  counts: [],
  wellsByChannel: { FAM: 20 },
  facts: factKindSchema.options.map((kind) => ({
    kind,
    short: `a fact of ${kind}`,
    text: '',
    positions: [],
  })),
} as unknown as RunCheck['doubts']; // the fields that demands use

const check = (kind: DoubtKind, demand: Demand, seenWellIds: string[] = []) => ({
  doubts: DOUBTS,
  demands: { ...NOTES, [kind]: demand },
  seenWellIds,
});
const all = ['id B1', 'id B2'];

describe('DECIDE-01 a laboratory sets what each kind of doubt requires', () => {
  test('by default, failed controls, standards and unresolved wells need confirmation for an approval', () => {
    expect(DEFAULT_LABORATORY_RULES.approve).toEqual({
      failedControls: 'confirm',
      missingControls: 'confirm',
      standards: 'confirm',
      unresolved: 'confirm',
      curves: 'note',
      nearBorder: 'note',
      changedByHand: 'note',
      kitStatus: 'confirm',
      tmShift: 'confirm',
      expiredLots: 'reason',
      openLots: 'note',
      runDate: 'note',
      importDoubts: 'confirm',
    });
    expect(new Set(Object.values(DEFAULT_LABORATORY_RULES.submit))).toEqual(new Set(['note']));
    expect(DEFAULT_LABORATORY_RULES).toMatchObject({ overrideNeedsReason: true, rejectionNeedsReason: true });
  });

  describe.each(checkedDecisionSchema.options)('to %s', (decision) => {
    describe.each(doubtKindSchema.options)('%s', (kind) => {
      test.each(demandSchema.options)('%s', (demand) => {
        const rules = laboratoryRulesSchema.parse({ [decision]: { ...NOTES, [kind]: demand } });
        const asked = { ...check(kind, demand), demands: rules[decision] };
        const seen = { ...asked, seenWellIds: all };
        const states = (given: CheckAnswers, of = asked) =>
          checkDemands(of, given).map(({ isOpen }) => isOpen);
        const [doubted] = isFactKind(kind) ? [] : doubtfulWells(DOUBTS, kind);
        const answered = answeredOf(kind, doubted ?? well('A1'));
        const confirmed = { ...NO_ANSWERS, confirmed: [answered] };
        const reasoned = { ...NO_ANSWERS, reasons: { [answered]: 'Repeated, good' } };
        const overruled = { ...NO_ANSWERS, overruled: { [answered]: 'Needed today' } };
        const isSeen = demand === 'confirm' && kind === 'nearBorder';
        expect(states(NO_ANSWERS)).toEqual(demand === 'note' ? [] : [true]);
        expect(states(confirmed)).toEqual(demand === 'note' ? [] : [demand !== 'confirm' || isSeen]);
        expect(states(NO_ANSWERS, seen)).toEqual(demand === 'note' ? [] : [!isSeen]);
        expect(states(reasoned)).toEqual(demand === 'note' ? [] : [demand !== 'reason']);
        expect(states(overruled)).toEqual(demand === 'note' ? [] : [demand !== 'block']);
        expect(isAgainstRule(asked, overruled)).toBe(demand === 'block');
        expect(isAgainstRule(asked, reasoned)).toBe(false);
        expect(isAgainstRule(asked, confirmed)).toBe(false);
      });
    });
  });

  test('nothing is required without doubts', () => {
    const fine = {
      ...check('standards', 'block'),
      doubts: { ...DOUBTS, standards: DOUBTS.standards.slice(0, 1) },
    };
    expect(checkDemands(fine, NO_ANSWERS)).toEqual([]);
  });
});

test('DECIDE-10 one overruled well of several overrules the rule', () => {
  const blocked = check('changedByHand', 'block');
  const doubts = { ...DOUBTS, changedByHand: [well('A7'), well('E10')] } as RunCheck['doubts'];
  const [first] = checkDemands({ ...blocked, doubts }, NO_ANSWERS)[0]?.items ?? [];
  const answers = { ...NO_ANSWERS, overruled: { [first?.answered ?? '']: 'Needed today' } };
  expect(isAgainstRule({ ...blocked, doubts }, answers)).toBe(true);
});

test('DECIDE-04 open demands are named, and why the button is disabled', () => {
  const demands = {
    ...NOTES,
    failedControls: 'reason',
    unresolved: 'confirm',
    nearBorder: 'confirm',
  } as const;
  const asked = { doubts: DOUBTS, demands, seenWellIds: ['id B1'] };
  const answered = checkDemands(asked, { ...NO_ANSWERS, confirmed: ['unresolved'] });
  expect(answered.map(({ text }) => text)).toEqual([
    'Control N24: a reason',
    '2 without a call: seen',
    '1 well with borderline results: not seen yet',
  ]);
  expect(readinessText(answered, 'approve')).toBe('Missing: 2 items, first a reason for control N24.');
  expect(readinessText([], 'approve')).toBe('Ready. After this, the run can no longer be changed.');
  expect(readinessText([], 'submit')).toBe('Ready to submit.');
});

test('DECIDE-73 if most samples have no call, that comes first', () => {
  const demands = { ...NOTES, failedControls: 'reason', unresolved: 'confirm' } as const;
  const orderOf = (FAM: number) => {
    const doubts = { ...DOUBTS, standards: [], counts: [], wellsByChannel: { FAM } };
    return checkDemands({ doubts, demands, seenWellIds: [] }, NO_ANSWERS).map(({ kind }) => kind);
  };
  expect(orderOf(3)).toEqual(['unresolved', 'failedControls']);
  expect(orderOf(4)).toEqual(['failedControls', 'unresolved']);
});

describe('failed controls and overrides are answered one by one', () => {
  const doubts = { ...DOUBTS, failedControls: [well('N24'), well('P24')], changedByHand: [well('H15')] };
  const demands = { ...NOTES, failedControls: 'reason', changedByHand: 'block' } as const;
  const asked = { doubts, demands, seenWellIds: [] } as unknown as RunCheck; // the fields that demands use
  const ofOne: CheckAnswers = { ...NO_ANSWERS, reasons: { 'failedControls:id N24': 'Repeated, good' } };

  test('DECIDE-18 an answer to one leaves the others open', () => {
    const [controls, changed] = checkDemands(asked, ofOne);
    expect(controls).toMatchObject({ isOpen: true, text: 'Control P24: a reason' });
    expect(controls?.items.map(({ isOpen }) => isOpen)).toEqual([false, true]);
    expect(changed?.missing).toBe('a reason for override in H15');
    const all = {
      confirmed: [],
      overruled: { 'changedByHand:id H15': 'Needed today' },
      reasons: { ...ofOne.reasons, 'failedControls:id P24': 'Splash from next well' },
    };
    expect(checkDemands(asked, all).filter(({ isOpen }) => isOpen)).toEqual([]);
    expect(answerTexts(asked, all)).toEqual([
      'Control N24: “Repeated, good”',
      'Control P24: “Splash from next well”',
      'Override in H15: “Needed today”',
    ]);
  });

  test('DECIDE-18 they cannot all be answered at once', () => {
    const id = 'd3b07384-d9a0-4c9b-8f4e-2d3c5b1a7e60';
    const of = (answered: string) =>
      checkAnswersSchema.safeParse({ confirmed: [answered], reasons: { [answered]: 'Repeated' } }).success;
    expect(of(`failedControls:${id}`)).toBe(true);
    expect(of('standards')).toBe(true);
    expect(of('failedControls')).toBe(false);
    expect(of('changedByHand:A1')).toBe(false);
  });
});

test('DECIDE-10 a predefined reason does not suffice against a block', () => {
  expect(isCommonReason(DEFAULT_LABORATORY_RULES, ' control Repeated, good ')).toBe(true);
  expect(isCommonReason(DEFAULT_LABORATORY_RULES, 'The clinician needs it today')).toBe(false);
});

const counted = (name: string | null, byChannel: object) => ({
  diagnostic: name === null ? null : { diagnostic: { name } },
  byChannel,
});
/** Eight results of samples: of thirteen, three are of controls and two of standards. */
const plate = (unresolved: number, controls = 3) =>
  ({
    ...DOUBTS,
    unresolved: Array.from({ length: unresolved }, (_, index) => well(`A${index + 1}`)),
    counts: [
      counted('TEST_OK', { FAM: 1, TEXAS_RED: 1 }),
      counted('TEST_KO', { FAM: 1 }),
      counted('NEGATIVE', { FAM: 5 }),
      counted(null, { FAM: 1 }),
    ],
    wellsByChannel: { FAM: 9, TEXAS_RED: 4 },
    wells: { all: 9, samples: 5, controls, standards: 2 },
  }) as unknown as RunCheck['doubts']; // the fields that demands use

test('DECIDE-73 results of samples exclude controls and standards', () => {
  expect(sampleResults(plate(0))).toBe(8);
  expect([0, 7, 8, 9].map((unresolved) => hasNoCalls(plate(unresolved)))).toEqual([false, false, true, true]);
  const empty = { ...plate(0), counts: [], standards: [], wellsByChannel: {} };
  expect(hasNoCalls(empty)).toBe(false);
  // A kit's own name may begin as those of controls do.
  expect(sampleResults({ ...plate(0), counts: [counted('TEST_REPEAT', { FAM: 9 })] } as never)).toBe(11);
});

test('DECIDE-73 a plate without any call cannot be approved; one without a control requires a reason', () => {
  const rules = DEFAULT_LABORATORY_RULES;
  expect(effectiveDemands(rules, 'approve', plate(7))).toEqual(rules.approve);
  expect(effectiveDemands(rules, 'approve', plate(8))).toEqual({ ...rules.approve, unresolved: 'block' });
  expect(effectiveDemands(rules, 'submit', plate(8, 0))).toEqual(rules.submit);
  expect(effectiveDemands(rules, 'approve', plate(0, 0))).toEqual({
    ...rules.approve,
    missingControls: 'reason',
  });
  const blocking = { ...rules, approve: { ...rules.approve, missingControls: 'block' as const } };
  expect(effectiveDemands(blocking, 'approve', plate(0, 0))).toEqual(blocking.approve);
});

const demandOf = (kind: DoubtKind, changes: object = {}, demand: Demand = 'confirm') => {
  const [found] = checkDemands(
    {
      doubts: { ...DOUBTS, ...changes },
      demands: { ...NOTES, [kind]: demand },
      seenWellIds: [],
    },
    NO_ANSWERS,
  );
  return found;
};
const wells = (...positions: string[]) => positions.map(well);
const wrong = (...positions: string[]) =>
  wells(...positions).map((one) => ({ ...one, isAsExpected: false, outOfRange: null }));

test.each<[DoubtKind, object, string]>([
  ['failedControls', { failedControls: wells('N1') }, 'control N1'],
  ['failedControls', { failedControls: wells('N1', 'N2', 'N3') }, 'controls N1, N2, N3'],
  ['failedControls', { failedControls: wells('N1', 'N2', 'N3', 'N4') }, '4 controls'],
  ['standards', { standards: wrong('C1') }, 'standard C1'],
  ['standards', { standards: wrong('C1', 'C2') }, 'standards C1, C2'],
  ['curves', { curves: [{ ...well('H6'), texts: [] }] }, '1 well with doubtful curves'],
  ['changedByHand', { changedByHand: wells('H1') }, 'override in H1'],
  ['changedByHand', { changedByHand: wells('H1', 'H2', 'H3') }, 'overrides in H1, H2, H3'],
  ['changedByHand', { changedByHand: wells('H1', 'H2', 'H3', 'H4') }, '4 overrides'],
])('DECIDE-04 the subject of %s is named, up to three places: %j', (kind, changes, subject) => {
  expect(demandOf(kind, changes)?.subject).toBe(subject);
  expect(demandOf(kind, changes)?.missing).toBe(`confirmation of ${subject}`);
  expect(demandOf(kind, changes, 'reason')?.missing).toBe(`a reason for ${subject}`);
});

test('DECIDE-04 facts are grouped by kind, each named once, up to three', () => {
  const facts = (...shorts: string[]) => [
    { kind: 'kitStatus', short: 'kit', text: '', positions: [] },
    ...shorts.map((short) => ({ kind: 'expiredLots', short, text: '', positions: [] })),
  ];
  const subjectOf = (...shorts: string[]) => demandOf('expiredLots', { facts: facts(...shorts) })?.subject;
  expect(subjectOf('a', 'b', 'a', 'c')).toBe('a, b, c');
  expect(subjectOf('a', 'b', 'c', 'd', 'e')).toBe('a, b, c and 2 more');
  const doubts = { ...DOUBTS, facts: facts('a') } as unknown as RunCheck['doubts']; // the fields that demands use
  expect(factsOf(doubts, 'expiredLots').map(({ short }) => short)).toEqual(['a']);
  expect([isDoubtful(doubts, 'expiredLots'), isDoubtful(doubts, 'openLots')]).toEqual([true, false]);
});

test('DECIDE-01 a standard is good if it has the expected call and is within its limits', () => {
  const [one] = wrong('C1') as [Parameters<typeof isGoodStandard>[0]];
  const outOfRange = 'out of range';
  expect(isGoodStandard(one)).toBe(false);
  expect(isGoodStandard({ ...one, isAsExpected: true })).toBe(true);
  expect(isGoodStandard({ ...one, isAsExpected: true, outOfRange })).toBe(false);
});

test('DECIDE-04 complete answers confirm, give reasons and overrule as required', () => {
  const asked = {
    doubts: DOUBTS,
    demands: { ...NOTES, failedControls: 'block', unresolved: 'confirm', expiredLots: 'reason' } as const,
    seenWellIds: [],
  };
  const answers = allConfirmed(asked);
  const reason = 'Known to the laboratory';
  expect(answers.overruled).toEqual({ [answeredOf('failedControls', well('N24'))]: reason });
  expect(answers.reasons).toEqual({ expiredLots: reason });
  expect(answers.confirmed).toEqual([answeredOf('unresolved', well('A7'))]);
  expect(checkDemands(asked, answers).filter(({ isOpen }) => isOpen)).toEqual([]);
  expect(answerTexts(asked, answers)).toEqual([
    `Control N24: “${reason}”`,
    '2 without a call: seen',
    `A fact of expiredLots: “${reason}”`,
  ]);
  const [first] = checkDemands(asked, NO_ANSWERS);
  expect(readinessText([first!], 'approve')).toBe('Missing: a reason for control N24.');
});
