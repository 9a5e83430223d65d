import {
  DEFAULT_LABORATORY_RULES,
  effectiveDemands,
  factKindSchema,
  NO_ANSWERS,
  type RunCheck,
  type RunDoubts,
  type RunFact,
} from '@curvewell/domain';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { aCheck, aCheckedWell, section, showCheck } from '../../../test/a-check.tsx';
import { aColor, idOf } from '../../../test/a-run.ts';
import { signInFor } from '../../../test/fake-network.ts';

const sample = (position: string) => ({
  ...aCheckedWell(position),
  wellId: idOf(position.toLowerCase().replace(/\W/g, '')),
  sampleType: 'BLOOD' as const,
  name: position,
});
const heterozygous = aColor('HETEROZYGOUS', 'c2');
const fact = (kind: RunFact['kind']): RunFact => ({
  kind,
  text: `A fact of ${kind}.`,
  short: kind,
  positions: [],
});

const CALM: RunDoubts = {
  ...aCheck.doubts,
  wells: { all: 8, samples: 4, controls: 4, standards: 0 },
  counts: [{ diagnostic: heterozygous, byChannel: { FAM: 8 } }],
  wellsByChannel: { FAM: 8 },
  failedControls: [],
  unresolved: [],
};
const ALL: RunDoubts = {
  ...CALM,
  failedControls: [{ ...aCheckedWell('A8'), cause: 'peak B 71, threshold 60', marks: null }],
  standards: [
    { ...sample('B9'), expected: heterozygous, isAsExpected: false, outOfRange: null, changed: null },
  ],
  unresolved: [{ ...sample('A1'), reason: 'the peak at 65.70 °C lies in no zone.' }],
  curves: [{ ...sample('B4'), texts: ['the reading at 57.90 °C is off.', 'a step.'] }],
  nearBorder: [
    { ...sample('C1'), text: 'near', distance: 0 },
    { ...sample('C2'), text: 'near', distance: 1 },
  ],
  changedByHand: [
    { ...sample('G9'), from: heterozygous, reason: 'A spike', byName: 'T. Holm', at: '2026-11-20T10:42:00Z' },
  ],
  facts: factKindSchema.options.map(fact),
  plate: [{ text: '2 wells with the name S-1', positions: ['A1', 'A2'] }],
};

const checkOf = (doubts: RunDoubts, more: Partial<RunCheck> = {}): RunCheck => ({
  ...aCheck,
  doubts,
  demands: effectiveDemands(DEFAULT_LABORATORY_RULES, 'approve', doubts),
  ...more,
});
const show = (doubts: RunDoubts, more: Partial<RunCheck> = {}) => showCheck(checkOf(doubts, more));
const sections = () => [
  ...new Set(
    screen
      .getAllByRole('heading', { level: 3 })
      .filter(({ id }) => id.startsWith('check-'))
      .map(({ textContent }) => textContent.trim()),
  ),
];
const look = (name: RegExp) => screen.getByRole('region', { name }).getAttribute('data-look');

beforeEach(() => {
  signInFor(300);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('DECIDE-70 sections are ordered by importance, and a calm one is a single line', () => {
  const doubtful = show(ALL);
  expect(sections()).toEqual([
    'Controls 1 of 4 failed, 1 missing',
    'Standards 1 of 1 not as expected',
    'No call 1 sample',
    'Doubtful curves 1 sample',
    'Borderline 2 samples',
    'Overrides 1',
    'Kit, lot and file 7',
  ]);
  expect(section(/^Doubtful curves/).getByText('The reading at 57.90 °C is off. A step.')).toBeTruthy();
  doubtful.unmount();
  show(CALM);
  expect(sections()).toEqual([
    'Controls',
    'Standards',
    'Results',
    'Curves',
    'Borderline',
    'Overrides',
    'Kit, lot and file',
  ]);
  expect(look(/^Controls/)).toBe('calm');
  expect(section(/^Controls/).getByText('4 of 4 as expected')).toBeTruthy();
  expect(screen.getByText('Your laboratory requires nothing else')).toBeTruthy();
});

test('DECIDE-63 a control that a user has overridden to passed is not reported as expected', () => {
  const [changed] = ALL.changedByHand;
  if (changed === undefined) throw new Error('nothing is changed by hand');
  show({ ...CALM, changedByHand: [{ ...changed, position: 'H12', sampleType: 'NEGATIVE_TEST' }] });
  expect(look(/^Controls/)).toBe('warning');
  expect(section(/^Controls/).getByText('3 of 4 as expected, overridden: H12')).toBeTruthy();
});

// Each doubtful well was a block of two rows with the same name of three lines.
test('REVIEW-430 a second row of a well in the check shows its channel and reason, not its name again', () => {
  const curve = (position: string, channel: 'FAM' | 'TEXAS_RED', reason: string) => ({
    ...{ ...sample(position), channel, texts: [reason] },
    name: `S-${position}`,
  });
  show({
    ...CALM,
    channels: ['FAM', 'TEXAS_RED'],
    curves: [
      curve('B4', 'FAM', 'a step.'),
      curve('B4', 'TEXAS_RED', 'a spike.'),
      curve('C4', 'TEXAS_RED', 'low quality.'),
    ],
  });
  const curves = section(/^Doubtful curves/);
  const isHidden = (name: HTMLElement) => name.parentElement?.title === name.textContent;
  expect(curves.getAllByText('S-B4').map(isHidden)).toEqual([false, true]);
  expect(curves.getAllByText('S-C4').map(isHidden)).toEqual([false]);
  expect(curves.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['B4', 'B4', 'C4']);
});

test('DECIDE-71 each demand is asked once, and its entry in the list leads to the answer', () => {
  show(ALL, {
    demands: { ...checkOf(ALL).demands, nearBorder: 'confirm', openLots: 'confirm', runDate: 'reason' },
  });
  const asked = screen.getByText('0 of 11 done').closest('div')?.parentElement;
  if (asked === null || asked === undefined) throw new Error('nothing is asked');
  const links = within(asked)
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('button'));
  const answers = links.map((link) => {
    fireEvent.click(link);
    return document.activeElement;
  });
  expect(new Set(answers).size).toBe(11);
  // Each entry leads to a field, never to a heading or back to the list.
  expect(answers.every((answer) => answer?.matches('section input, section a'))).toBe(true);
  expect(screen.getAllByRole('checkbox')).toHaveLength(8);
  expect(screen.getAllByRole('textbox')).toHaveLength(2);
});

test('DECIDE-83 the common reasons match their subject', () => {
  const facts = [fact('missingControls'), fact('expiredLots'), fact('openLots')];
  const reasons = { failedControls: 'reason', missingControls: 'reason', openLots: 'reason' } as const;
  const demands = { ...DEFAULT_LABORATORY_RULES.approve, ...reasons };
  show({ ...CALM, failedControls: ALL.failedControls, facts }, { demands });
  const offered = screen
    .getAllByRole('textbox', { name: /^Another reason, / })
    .map(({ form }: HTMLElement & { form?: HTMLFormElement | null }) =>
      within(form ?? document.body)
        .getAllByRole('button')
        .map(({ textContent }) => textContent.replace(/^\d/, '')),
    );
  expect(offered).toEqual([
    ['Control repeated, good', 'Splash from next well', 'Keep'],
    ['Controls are on another plate', 'Test run, no patient samples', 'Keep'],
    ['Controls of this lot are good', 'No other lot in stock', 'Keep'],
    ['Expiry date checked on the box', 'Keep'],
  ]);
});

test('DECIDE-72 a plate without controls is never reported as expected', () => {
  const none = { ...CALM, wells: { ...CALM.wells, controls: 0 } };
  const notAsked = show(none);
  expect(look(/^Controls/)).toBe('none');
  expect(section(/^Controls/).getByText(/^None on this plate\. Neither/)).toBeTruthy();
  notAsked.unmount();
  show({ ...none, facts: [fact('missingControls')] });
  expect(look(/^Controls/)).toBe('danger');
  expect(sections()[0]).toBe('Controls none on this plate');
  expect(section(/^Controls/).getByRole('textbox', { name: /^Another reason/ })).toBeTruthy();
});

const withoutCall = (count: number): RunDoubts => ({
  ...CALM,
  wells: { all: 8, samples: 8, controls: 0, standards: 0 },
  unresolved: Array.from({ length: count }, (_, index) => ({
    ...sample(`A${index + 1}`),
    reason: `the peak at 82.${10 + index} °C lies in no zone.`,
  })),
});

test('DECIDE-73 a plate without any call is reported first and approved only with a typed reason', () => {
  show(withoutCall(8));
  expect(sections()[0]).toBe('Results 8 of 8 without a call');
  expect(look(/^Results/)).toBe('danger');
  const results = section(/^Results/);
  expect(results.getByRole('link', { name: 'A1 … A8' })).toBeTruthy();
  expect(results.getByText('The peak at 82.10 to 82.17 °C lies in no zone.')).toBeTruthy();
  expect(results.queryByRole('checkbox')).toBeNull();
  expect(results.getByText(/^Reject the run and import its files again with another kit/)).toBeTruthy();
  expect(screen.getByText('Missing: a reason for 8 without a call.')).toBeTruthy();
  fireEvent.click(results.getByRole('button', { name: 'Approve with a reason' }));
  const typed = results.getByRole('textbox', { name: /^Reason against the rule/ });
  expect(document.activeElement).toBe(typed);
  fireEvent.change(typed, { target: { value: 'A trial of the cycler' } });
  fireEvent.click(results.getByRole('button', { name: 'Keep' }));
  expect(screen.getByText('Ready. After this, the run can no longer be changed.')).toBeTruthy();
});

test('DECIDE-73 a plate on which most samples have no call is reported first, but not blocked', () => {
  show(withoutCall(5));
  expect(sections()[0]).toBe('No call 5 of 8 without a call');
  expect(section(/^No call/).getByRole('checkbox', { name: 'I have seen all 5' })).toBeTruthy();
});

test('DECIDE-75 each kind of finding has its own answer, and states its rule if that differs', () => {
  show({ ...CALM, facts: [fact('kitStatus'), fact('expiredLots'), fact('openLots')], plate: ALL.plate });
  const file = section(/^Kit, lot and file 4/);
  for (const rule of ['confirm', 'reason']) expect(file.getByText(`Laboratory rule: ${rule}`)).toBeTruthy();
  expect(file.getAllByText('Laboratory rule: note')).toHaveLength(2);
  expect(screen.getByText('Missing: 2 items, first confirmation of kitStatus.')).toBeTruthy();
  fireEvent.click(file.getByRole('checkbox', { name: 'I have seen it' }));
  expect(screen.getByText('Missing: a reason for expiredLots.')).toBeTruthy();
  fireEvent.keyDown(file.getByRole('textbox'), { key: '1' });
  expect(screen.getByText('2 of 2 done')).toBeTruthy();
});

test('DECIDE-76 a check signed before a kind existed does not mention that kind', () => {
  const { unresolved, ...before } = CALM;
  const spike = { ...sample('A1'), found: heterozygous };
  const { byName, at } = { byName: 'I. Lindqvist', at: '2026-11-20T10:42:00.000Z' };
  show(
    { ...before, unresolved, wells: { ...CALM.wells, controls: 0 }, spikes: [spike], saturated: [] },
    {
      demands: { failedControls: 'confirm', unresolved: 'confirm' },
      digests: { failedControls: 'f' },
      signed: { decision: 'approve', byName, at, answers: NO_ANSWERS, isAgainstRule: false },
    },
  );
  expect(section(/^Doubtful curves 1 sample/).getByText('An outlying reading was excluded.')).toBeTruthy();
  expect(section(/^Controls/).getByText('None on this plate')).toBeTruthy();
  expect(section(/^Kit, lot and file/).queryByText(/Validated/)).toBeNull();
  expect(screen.queryByText(/asked for/)).toBeNull();
});

test('DECIDE-77 unseen borderline wells are shown as a single number', () => {
  const demands = { ...checkOf(ALL).demands, nearBorder: 'confirm' as const };
  show({ ...CALM, nearBorder: ALL.nearBorder }, { demands, seenWellIds: [ALL.nearBorder[0]?.wellId ?? ''] });
  const near = section(/^Borderline 2 samples/);
  expect(near.getByText('1 seen, 1 not')).toBeTruthy();
  expect(near.getByRole('link', { name: 'Review 1' })).toBeTruthy();
  expect(near.getByText('Laboratory rule: all seen')).toBeTruthy();
  expect(screen.getByText('Missing: confirmation of 1 well with borderline results.')).toBeTruthy();
});
