import {
  laboratoryRulesSchema,
  type DiagnosticColor,
  type DiagnosticName,
  type RunCheck,
} from '@curvewell/domain';
import { expect, test } from 'vitest';

import { checkLines } from './check-lines.ts';

const color = (name: DiagnosticName): DiagnosticColor => ({
  id: name,
  diagnostic: { name, label: name },
  diagnosticLabel: name.toLowerCase(),
  color: '#ffd60f',
});
const well = (position: string, found: DiagnosticName | null = null) => ({
  wellId: position,
  position,
  channel: 'FAM' as const,
  name: 'S-1',
  sampleType: 'BLOOD' as const,
  found: found === null ? null : color(found),
});
const AT = '2026-11-20T09:31:00.000Z';

const check: RunCheck = {
  decision: 'approve',
  doubts: {
    channels: ['FAM'],
    wells: { all: 6, samples: 4, controls: 1, standards: 1 },
    counts: [
      { diagnostic: color('HETEROZYGOUS'), byChannel: { FAM: 4 } },
      { diagnostic: null, byChannel: { FAM: 2 } },
    ],
    wellsByChannel: { FAM: 6 },
    failedControls: [
      {
        ...well('N24', 'TEST_KO'),
        cause: 'peak B 71, threshold 60',
        marks: { samples: 4, kit: 'LCT-13910 v2', lot: '26B0417' },
      },
    ],
    standards: [
      {
        ...well('C24', 'HETEROZYGOUS'),
        expected: color('HOMOZYGOUS_MUTATED'),
        isAsExpected: false,
        outOfRange: null,
        changed: null,
      },
    ],
    unresolved: [{ ...well('A7'), reason: 'peak B 58, threshold 60' }],
    changedByHand: [
      {
        ...well('H15', 'NEGATIVE'),
        from: color('HETEROZYGOUS'),
        reason: 'Second peak is a spike',
        byName: 'T. Holm',
        at: AT,
      },
    ],
    nearBorder: [{ ...well('B1'), text: '', distance: 0.5 }],
    curves: [{ ...well('H6'), texts: ['A reading was left out.'] }],
    facts: [
      {
        kind: 'expiredLots',
        text: 'Lot 26C0022 expired 31-10-2026.',
        short: 'lot expired',
        positions: ['C24'],
      },
    ],
    plate: [{ text: '2 wells with the name S-1', positions: ['C24', 'H15'] }],
    notAnalysed: ['P18', 'P19'],
  },
  demands: { ...laboratoryRulesSchema.parse({}).approve, failedControls: 'block' },
  seenWellIds: [],
  digests: { failedControls: '', standards: '', unresolved: '', changedByHand: '', nearBorder: '' },
  digest: '',
  lastChange: null,
  mustSignIn: false,
  signed: null,
};
const linesOf = (of: RunCheck) => checkLines(of, 'Europe/Stockholm');
const textsOf = (of: RunCheck) => linesOf(of).map(({ text }) => text);

test('DECIDE-15 a report starts with the check: counts, doubts with their causes, and reasons', () => {
  expect(textsOf(check)).toEqual([
    '6 wells: 4 samples, 1 control, 1 standard.',
    'FAM: 4 X heterozygous · 2 No call',
    'Note before reading the results:\n– Lot 26C0022 expired 31-10-2026.',
    'Failed controls: N24 FAM peak B 71, threshold 60, affects 4 samples of LCT-13910 v2, lot 26B0417',
    'Standards: 0 of 1 results as expected.',
    'C24 FAM expected M homozygous_mutated, found X heterozygous: not as expected',
    'No call: 1 well',
    '– A7 FAM peak B 58, threshold 60',
    'Doubtful curves: 1 well',
    '– H6 FAM A reading was left out.',
    'Overrides: 1 well',
    '– H15 FAM from X heterozygous to N negative, “Second peak is a spike” (T. Holm, 20-11-2026 10:31 (Europe/Stockholm))',
    'Borderline: B1 FAM',
    '2 wells with the name S-1: C24, H15',
    'Wells not analysed: 2',
  ]);
});

test('DECIDE-16 a signed check lists the answers, and in a frame that a rule was overruled', () => {
  const answers = {
    confirmed: ['standards' as const, 'unresolved' as const],
    reasons: { expiredLots: 'Extended by the maker' },
    overruled: { 'failedControls:N24': 'Splash from M24' },
  };
  const signed = {
    decision: 'approve' as const,
    byName: 'I. Lindqvist',
    at: AT,
    answers,
    isAgainstRule: true,
  };
  expect(textsOf({ ...check, signed }).slice(15)).toEqual([
    'Control N24: “Splash from M24”, I. Lindqvist',
    'Standard C24: seen, I. Lindqvist',
    '1 without a call: seen, I. Lindqvist',
    'Lot expired: “Extended by the maker”, I. Lindqvist',
    "Approved against the laboratory's rule.",
  ]);
  expect(linesOf({ ...check, signed }).at(-1)).toMatchObject({ isFramed: true });
  const submitted = { ...check, signed: { ...signed, decision: 'submit' as const } };
  expect(textsOf(submitted).at(-1)).toBe("Submitted against the laboratory's rule.");
  const followed = linesOf({ ...check, signed: { ...signed, isAgainstRule: false } });
  expect(followed.some(({ text }) => text.includes('against'))).toBe(false);
});

test('DECIDE-74 a report lists wells with the same doubt in one line', () => {
  const tms = ['83.99', '84.00', '84.02', '84.01'];
  const unresolved = tms.map((tm, index) => ({
    ...well(`A${index + 1}`),
    reason: `MELT: the peak at ${tm} °C lies in no zone.`,
  }));
  const lines = textsOf({ ...check, doubts: { ...check.doubts, unresolved } });
  const from = lines.indexOf('No call: 4 wells');
  expect(lines.slice(from + 1, from + 3)).toEqual([
    '– 4 wells in FAM: MELT: the peak at 83.99 to 84.02 °C lies in no zone. A1, A2, A3, A4',
    'Doubtful curves: 1 well',
  ]);
});

test('failed controls have a line each, in frames that each fit on a page', () => {
  const failed = check.doubts.failedControls.flatMap((control) => Array.from({ length: 30 }, () => control));
  const framed = linesOf({
    ...check,
    doubts: { ...check.doubts, facts: [], failedControls: failed },
  }).filter(({ isFramed }) => isFramed);
  const lines = framed.map(({ text }) => text.split('\n'));
  expect(lines.map(({ length }) => length)).toEqual([26, 6]);
  expect(lines.map(([head]) => head)).toEqual(['Failed controls:', 'Failed controls, continued:']);
});

const nothing: RunCheck['doubts'] = {
  ...check.doubts,
  failedControls: [],
  standards: [],
  unresolved: [],
  changedByHand: [],
  nearBorder: [],
  curves: [],
  facts: [],
  plate: [],
  notAnalysed: [],
};

test('DECIDE-15 a check without doubts says so, part by part', () => {
  expect(linesOf({ ...check, doubts: nothing }).slice(2)).toEqual([
    { text: 'Controls: 1 of 1 passed.' },
    ...['No call: none.', 'Doubtful curves: none.', 'Overrides: none.'].map((text) => ({ text })),
  ]);
  const wells = { ...nothing.wells, controls: 0 };
  expect(linesOf({ ...check, doubts: { ...nothing, wells } })[2]).toEqual({
    text: 'Controls: none on this plate.',
    isFramed: true,
  });
  const counts = [...nothing.counts, { diagnostic: color('NEGATIVE'), byChannel: { TEXAS_RED: 3 } }];
  expect(textsOf({ ...check, doubts: { ...nothing, counts } })[1]).toBe('FAM: 4 X heterozygous · 2 No call');
});

test('DECIDE-63 a control that a user has overridden to passed is not counted as passed', () => {
  const control = { ...well('N24'), sampleType: 'NEGATIVE_TEST' as const };
  const change = { from: null, reason: 'Splash', byName: 'T. Holm', at: AT };
  const changedByHand = [control, { ...control, channel: 'TEXAS_RED' as const }, well('H15')].map((one) => ({
    ...one,
    ...change,
  }));
  const wells = { ...nothing.wells, controls: 3 };
  expect(linesOf({ ...check, doubts: { ...nothing, wells, changedByHand } })[2]).toEqual({
    text: 'Controls: 2 of 3 passed, overridden: N24.',
    isFramed: true,
  });
});

test('DECIDE-15 important lines are red, and framed unless they are standards', () => {
  const looks = linesOf(check).filter(({ isFramed, isDanger }) => isFramed === true || isDanger === true);
  expect(looks.map(({ text, isFramed, isDanger }) => [text.slice(0, 8), isFramed, isDanger])).toEqual([
    ['Note bef', true, true],
    ['Failed c', true, true],
    ['C24 FAM ', undefined, true],
  ]);
  const [control] = check.doubts.failedControls;
  const unmarked = { ...nothing, failedControls: [{ ...control!, marks: null }] };
  expect(textsOf({ ...check, doubts: unmarked })[2]).toBe('Failed controls: N24 FAM peak B 71, threshold 60');
});

test('DECIDE-15 a failed standard is listed with every reason; good ones are only counted', () => {
  const [one] = check.doubts.standards;
  const good = { ...one!, isAsExpected: true };
  const standards = [good, { ...good, outOfRange: 'out of range', changed: 'set by T. Holm' }];
  expect(textsOf({ ...check, doubts: { ...nothing, standards } }).slice(3, 6)).toEqual([
    'Standards: 1 of 2 results as expected.',
    'C24 FAM out of range; set by T. Holm',
    'No call: none.',
  ]);
});

test('DECIDE-15 borderline wells are listed with the number of seen ones; notes without wells have lines of their own', () => {
  const nearBorder = ['B1', 'B2', 'B3'].map((position) => ({ ...well(position), text: '', distance: 0.5 }));
  const doubts = { ...nothing, nearBorder, plate: [{ text: 'Tm shift 0.2 °C', positions: [] }] };
  const signed = {
    ...({ decision: 'approve', byName: 'I. Lindqvist', at: AT, isAgainstRule: true } as const),
    answers: { confirmed: [], reasons: {}, overruled: {} },
  };
  const lines = linesOf({ ...check, doubts, seenWellIds: ['B2'], signed });
  expect(lines.slice(6)).toEqual([
    { text: 'Borderline: B1 FAM, B2 FAM, B3 FAM (1 of 3 seen)' },
    { text: 'Tm shift 0.2 °C' },
    { text: "Approved against the laboratory's rule.", isFramed: true, isDanger: true },
  ]);
});
