import { describe, expect, test } from 'vitest';

import { checkDemands, isAgainstRule, readinessText } from './check-demands.ts';
import {
  checkedDecisionSchema,
  DEFAULT_LABORATORY_RULES,
  demandSchema,
  doubtKindSchema,
  laboratoryRulesSchema,
  type Demand,
  type DoubtKind,
} from './laboratory-rules.ts';
import type { CheckAnswers, CheckedWell, RunCheck } from './run-check.ts';

const well = (position: string): CheckedWell => ({
  ...{ wellId: `id ${position}`, position, channel: 'FAM', name: null, sampleType: 'BLOOD', found: null },
});
const NONE: CheckAnswers = { confirmed: [], reasons: {} };
const NOTES = laboratoryRulesSchema.parse({}).submit;

const DOUBTS = {
  failedControls: [well('N24')],
  standards: [
    { ...well('A24'), isAsExpected: true },
    { ...well('C24'), isAsExpected: false },
  ],
  unresolved: [well('A7'), well('E10')],
  changedByHand: [well('H15')],
  nearBorder: [well('B1'), well('B2')],
} as unknown as RunCheck['doubts']; // what demands look at

const check = (kind: DoubtKind, demand: Demand, seenWellIds: string[] = []) => ({
  doubts: DOUBTS,
  demands: { ...NOTES, [kind]: demand },
  seenWellIds,
});
const all = ['id B1', 'id B2'];

describe('DECIDE-01 a laboratory says what each kind of doubt asks for', () => {
  test('until it says otherwise, failed controls, standards and unresolved wells are confirmed to approve', () => {
    expect(DEFAULT_LABORATORY_RULES.approve).toEqual({
      ...{ failedControls: 'confirm', standards: 'confirm', unresolved: 'confirm' },
      ...{ changedByHand: 'note', nearBorder: 'note' },
    });
    expect(Object.values(DEFAULT_LABORATORY_RULES.submit)).toEqual(['note', 'note', 'note', 'note', 'note']);
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
        const confirmed = { ...NONE, confirmed: [kind] };
        const reasoned = { ...NONE, reasons: { [kind]: 'Repeated, good' } };
        const isSeen = demand === 'confirm' && kind === 'nearBorder';
        expect(states(NONE)).toEqual(demand === 'note' ? [] : [true]);
        expect(states(confirmed)).toEqual(demand === 'note' ? [] : [demand !== 'confirm' || isSeen]);
        expect(states(NONE, seen)).toEqual(demand === 'note' ? [] : [!isSeen]);
        expect(states(reasoned)).toEqual(demand === 'note' ? [] : [demand === 'confirm']);
        expect(isAgainstRule(asked, reasoned)).toBe(demand === 'block');
        expect(isAgainstRule(asked, confirmed)).toBe(false);
      });
    });
  });

  test('nothing is asked for where nothing is doubtful', () => {
    const fine = {
      ...check('standards', 'block'),
      doubts: { ...DOUBTS, standards: DOUBTS.standards.slice(0, 1) },
    };
    expect(checkDemands(fine, NONE)).toEqual([]);
  });
});

test('DECIDE-04 what is open is named, and why the button is off', () => {
  const demands = {
    ...NOTES,
    failedControls: 'reason',
    unresolved: 'confirm',
    nearBorder: 'confirm',
  } as const;
  const asked = { doubts: DOUBTS, demands, seenWellIds: ['id B1'] };
  const answered = checkDemands(asked, { ...NONE, confirmed: ['unresolved'] });
  expect(answered.map(({ text }) => text)).toEqual([
    'Control N24: a reason',
    '2 unresolved: seen',
    '1 well near a border: not seen yet',
  ]);
  expect(readinessText(answered, 'approve')).toBe('Off: a reason for control N24, 1 well near a border.');
  expect(readinessText([], 'approve')).toBe('Ready. This run can no longer be changed afterwards.');
  expect(readinessText([], 'submit')).toBe('Ready to submit.');
});
