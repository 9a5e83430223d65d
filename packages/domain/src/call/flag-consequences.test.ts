import { expect, test } from 'vitest';

import type { PhaseType } from '../kit/assay.ts';
import {
  FLAG_CONSEQUENCES,
  flagText,
  isStopped,
  stoppingFlags,
  type FlagConsequence,
} from './flag-consequences.ts';
import { callFlagCodeSchema, type CallFlag, type CallFlagCode } from './well-call.ts';

test.each(callFlagCodeSchema.options)(
  'REVIEW-170 %s prevents a call everywhere or nowhere: plate, check and exports',
  (code) => {
    const { callable, mark, section, absent } = FLAG_CONSEQUENCES[code];
    expect([mark === 'no-call', section === 'unresolved', absent !== null]).toEqual(
      Array.from({ length: 3 }, () => !callable),
    );
  },
);

test('REVIEW-198 causes are reported without their consequences, within one phase', () => {
  const flag = (code: CallFlagCode, phase: PhaseType) => ({
    code,
    phase,
    zone: 'A',
    temperature: null,
    measured: 5,
    limit: 8,
  });
  const codes = (...flags: ReturnType<typeof flag>[]) =>
    stoppingFlags({ flags, diagnostic: null }).map(({ code, phase }) => `${phase} ${code}`);
  expect(
    codes(flag('zone-not-read', 'MELT'), flag('too-few-readings', 'MELT'), flag('zone-not-read', 'ANNEAL')),
  ).toEqual(['MELT too-few-readings', 'ANNEAL zone-not-read']);
  expect(codes(flag('rising-melt', 'MELT'), flag('cut-off-melt', 'MELT'))).toEqual(['MELT cut-off-melt']);
  expect(codes(flag('rising-melt', 'MELT'), flag('cut-off-melt', 'ANNEAL'))).toEqual([
    'MELT rising-melt',
    'ANNEAL cut-off-melt',
  ]);
});

test('REVIEW-198 a flag that prevents a call does so if none was made, or if a control failed', () => {
  const figures = { zone: 'A', temperature: null, measured: 5, limit: 8 };
  const flags = [{ code: 'too-few-readings' as const, phase: 'MELT' as const, ...figures }];
  expect(isStopped({ flags, diagnostic: null })).toBe(true);
  expect(isStopped({ flags, diagnostic: 'TEST_KO' })).toBe(true);
  expect(isStopped({ flags, diagnostic: 'NEGATIVE' })).toBe(false);
  expect(isStopped({ flags: [], diagnostic: null })).toBe(false);
  // A flag for a doubtful curve does not prevent a call.
  expect(isStopped({ flags: [{ ...flags[0]!, code: 'spike' }], diagnostic: null })).toBe(false);
});

const textOf = (code: CallFlagCode, given: Partial<CallFlag> = {}): string =>
  flagText({ code, phase: 'MELT', zone: null, temperature: null, measured: null, limit: null, ...given });

test('REVIEW-180 a flag is one sentence with its figures, and names its phase if it has one', () => {
  const spike = { temperature: 57.2, measured: 80 };
  expect(textOf('spike', spike)).toBe('MELT: the reading at 57.20 °C is 80 RFU off and was excluded.');
  expect(textOf('spike', { ...spike, phase: null })).toBe(
    'the reading at 57.20 °C is 80 RFU off and was excluded.',
  );
  expect(textOf('spike')).toBe('MELT: the reading at 0.00 °C is 0 RFU off and was excluded.');
  expect(textOf('borderline-zone', { zone: 'A', measured: 50.1, limit: 50 })).toBe(
    'MELT: the peak at 50.10 °C lies close to the edge of zone A, 50.00 °C.',
  );
  expect(textOf('borderline-zone')).toBe(
    'MELT: the peak at 0.00 °C lies close to the edge of zone , 0.00 °C.',
  );
  expect(textOf('borderline-threshold', { measured: 62, limit: 60 })).toBe(
    'MELT: the height 62 of a peak is close to the threshold 60.',
  );
  expect(textOf('borderline-threshold')).toBe('MELT: the height 0 of a peak is close to the threshold 0.');
});

test.each<[string, Partial<CallFlag>]>([
  ['it begins at 48.50 °C, the readings at 75.10 °C.', { measured: 75.1, limit: 48.5 }],
  ['it ends at 90.00 °C, the readings at 85.00 °C.', { measured: 85, limit: 90 }],
  ['it ends at 90.00 °C, the readings at 90.00 °C.', { measured: 90, limit: 90 }],
  ['nothing was read between 60.00 °C and 62.00 °C.', { measured: 61, limit: 62, temperature: 60 }],
])('REVIEW-180 a partly read zone says which part: %s', (part, figures) => {
  const expected = `MELT: zone C was not read whole: ${part}`;
  expect(textOf('zone-not-read', { zone: 'C', ...figures })).toBe(expected);
  expect(textOf('zone-not-covered', { zone: 'C', ...figures })).toBe(expected);
  for (const lacking of [{ measured: null }, { limit: null }])
    expect(textOf('zone-not-read', { zone: 'C', ...figures, ...lacking })).toBe(
      'MELT: zone C was not read whole.',
    );
});

test('REVIEW-180 differing replicates name the peak or the results', () => {
  const one = { positions: ['A3'], count: 1 };
  const two = { positions: ['A1', 'A2'], count: 2 };
  const differ = (replicates?: CallFlag['replicates']) =>
    textOf('replicates-differ', { temperature: 76.2, ...(replicates && { replicates }) });
  expect(differ({ have: one, lack: two })).toBe(
    'MELT: replicates differ: A3 has a peak at 76.20 °C that A1 and A2 lack.',
  );
  expect(differ({ have: two, lack: one })).toBe(
    'MELT: replicates differ: A1 and A2 have a peak at 76.20 °C that A3 lacks.',
  );
  const results = [
    { diagnostic: 'HETEROZYGOUS', ...two },
    { diagnostic: null, ...one },
  ];
  expect(differ({ results })).toBe('Replicates differ: Heterozygous in A1 and A2; no call in A3.');
  expect(differ()).toBe('Replicates differ.');
});

test('REVIEW-302 a flag that represents several wells says how many', () => {
  const melt = { temperature: 57.2, measured: 80, limit: 12 };
  const begin =
    'MELT: the signal falls by 80 RFU around 57.20 °C (noise explains 12), but no peak there counts.';
  const end = 'the same melt: it belongs to the product, or all these wells hold the same second product.';
  expect(textOf('uncounted-melt', melt)).toBe(begin);
  expect(textOf('uncounted-melt', { ...melt, wellsAlike: 1 })).toBe(
    `${begin} One well with this product shows ${end}`,
  );
  expect(textOf('uncounted-melt', { ...melt, wellsAlike: 41 })).toBe(
    `${begin} 41 wells with this product show ${end}`,
  );
});

test('REVIEW-180 possible cross-talk names its source', () => {
  const melt = { temperature: 84.7, measured: 0.09 };
  const copied = (from: string, part = 9) =>
    `MELT: the peak at 84.70 °C is ${part} % as high as that of ${from}, at the same temperature: it may be cross-talk.`;
  const source = { position: 'B4', channel: 'FAM' as const };
  expect(textOf('copied-melt', { ...melt, source })).toBe(copied('B4 in FAM'));
  expect(textOf('copied-melt', melt)).toBe(copied('another'));
  expect(textOf('copied-melt', { ...melt, measured: null })).toBe(copied('another', 0));
});

test.each<[string, CallFlagCode, Partial<CallFlag>]>([
  ['MELT: 95 % of the readings are equal: there is no signal.', 'no-signal', { limit: 95 }],
  [
    'MELT: the signal changes by 3 % from the first reading to the last, less than that of any dye: there is no signal.',
    'no-signal',
    { measured: 3 },
  ],
  ['ANNEAL was not read, and the rules of the kit need it.', 'phase-not-read', { phase: 'ANNEAL' }],
  [
    'The controls melted −1.10 °C from the kit, more than the 0.80 °C that it allows.',
    'tm-shift-beyond',
    { measured: -1.1, limit: 0.8 },
  ],
])('REVIEW-180 %s', (text, code, figures) => {
  expect(textOf(code, figures)).toBe(text);
});

/** The codes with this consequence, in the order of the table. */
const codesWith = <Key extends 'mark' | 'section' | 'absent'>(key: Key, value: FlagConsequence[Key]) =>
  callFlagCodeSchema.options.filter((code) => FLAG_CONSEQUENCES[code][key] === value);

test('RESULT-23 the reason of an absent result: not performed, a measurement error, or unknown', () => {
  expect(codesWith('absent', 'not-performed')).toEqual(['zone-not-read', 'phase-not-read']);
  expect(codesWith('absent', 'error')).toEqual([
    'too-few-readings',
    'saturated-melt',
    'no-signal',
    'threshold-scale',
    'tm-shift-beyond',
    'coarse-readings',
  ]);
  expect(codesWith('absent', 'unknown')).toEqual([
    'unexpected-peak',
    'unresolved-melt',
    'cut-off-melt',
    'rising-melt',
  ]);
});

test('REVIEW-170 a flag of a called well means borderline or a doubtful curve; failed controls are shown above the plate', () => {
  expect(codesWith('mark', 'near')).toEqual(['borderline-zone', 'borderline-threshold']);
  expect(codesWith('section', 'nearBorder')).toEqual(codesWith('mark', 'near'));
  expect(codesWith('section', 'curves')).toEqual(codesWith('mark', 'doubt'));
  expect(codesWith('mark', null)).toEqual(['failed-control']);
  expect(codesWith('section', 'failedControls')).toEqual(['failed-control']);
});

/** The text of each flag: a short form for the status line, and a sentence with figures. */
const READ = {
  'borderline-zone': [
    'near the edge of a zone',
    { zone: 'A', measured: 50.1, limit: 50 },
    'MELT: the peak at 50.10 °C lies close to the edge of zone A, 50.00 °C.',
  ],
  'borderline-threshold': [
    'near the threshold',
    { measured: 62, limit: 60 },
    'MELT: the height 62 of a peak is close to the threshold 60.',
  ],
  'unexpected-peak': ['melt in no zone', { measured: 70.12 }, 'MELT: the peak at 70.12 °C lies in no zone.'],
  'low-quality': [
    'low quality',
    { measured: 0.42, limit: 0.5 },
    'MELT: the quality 0.42 of a peak is low, below 0.5.',
  ],
  'wide-peak': [
    'wide peak',
    { temperature: 57.2, measured: 6, limit: 4.5 },
    'MELT: the peak at 57.20 °C is 6.00 °C wide, wider than 4.50 °C: it may hide other peaks.',
  ],
  'unresolved-melt': [
    'unexplained melt',
    { temperature: 61, measured: 90, limit: 10 },
    'MELT: the signal falls by 90 RFU around 61.00 °C, which no peak explains (noise explains 10).',
  ],
  'uncounted-melt': [
    'melt that does not count',
    { temperature: 61, measured: 90, limit: 10 },
    'MELT: the signal falls by 90 RFU around 61.00 °C (noise explains 10), but no peak there counts.',
  ],
  'near-end': [
    'near the end of the readings',
    { temperature: 74.2, limit: 75 },
    'MELT: the peak at 74.20 °C lies close to the end of the readings, 75.00 °C.',
  ],
  'cut-off-melt': [
    'melt cut off',
    { temperature: 75, measured: 90, limit: 10 },
    'MELT: the readings end at 75.00 °C while the signal falls, by 90 RFU in the last 5 °C (noise explains 10): a peak may be cut off.',
  ],
  saturated: [
    'saturated',
    { measured: 12 },
    'MELT: 12 readings are at the detector’s limit and were excluded.',
  ],
  spike: [
    'spike',
    { temperature: 57.2, measured: 80 },
    'MELT: the reading at 57.20 °C is 80 RFU off and was excluded.',
  ],
  step: [
    'step',
    { temperature: 57.2, measured: 80 },
    'MELT: the signal jumps by 80 RFU at 57.20 °C, between two readings: no melt.',
  ],
  'too-few-readings': [
    'too few readings',
    { measured: 12, limit: 30 },
    'MELT: 12 readings are too few, at least 30 are needed.',
  ],
  'zone-not-covered': [
    'zone read in part',
    { zone: 'C', measured: 75.1, limit: 48.5 },
    'MELT: zone C was not read whole: it begins at 48.50 °C, the readings at 75.10 °C.',
  ],
  'failed-control': ['control failed', { phase: null }, 'A control of this kit and lot has failed.'],
  'zone-not-read': [
    'zone not read',
    { zone: 'C', measured: 85, limit: 90 },
    'MELT: zone C was not read whole: it ends at 90.00 °C, the readings at 85.00 °C.',
  ],
  'phase-not-read': ['phase not read', {}, 'MELT was not read, and the rules of the kit need it.'],
  'outside-peak': [
    'peak in no zone',
    { measured: 70.12 },
    'MELT: the peak at 70.12 °C lies in no zone, for which the kit has a result.',
  ],
  'saturated-melt': [
    'saturated melt',
    { temperature: 57.2 },
    'MELT: the peak at 57.20 °C lies beside readings at the detector’s limit: its top may be missing.',
  ],
  'rising-melt': [
    'signal rises',
    { temperature: 57.2, measured: 90, limit: 10 },
    'MELT: the signal rises by 90 RFU around 57.20 °C, where a melt would fall (noise explains 10): the curve may be upside down.',
  ],
  'no-signal': ['no signal', {}, 'MELT: all readings are equal: there is no signal.'],
  'threshold-scale': [
    'threshold on another scale',
    { measured: 0.3, limit: 60 },
    'MELT: the highest clear melt on this plate is 0.3 RFU/°C, the threshold is 60: it is meant for another scale.',
  ],
  'replicates-differ': ['replicates differ', { phase: null }, 'Replicates differ.'],
  'zones-too-near': [
    'may be two products',
    { temperature: 57.2, zone: 'A', measured: 1.2, limit: 1.5 },
    'MELT: the peak at 57.20 °C may be two products: zone A and the next are 1.20 °C apart, and at this step of the readings two products are two peaks from 1.50 °C on.',
  ],
  'wider-than-zone': [
    'may be two products',
    { temperature: 57.2, zone: 'A', measured: 3, limit: 2 },
    'MELT: the peak at 57.20 °C may be two products: it is 3.00 °C wide, other peaks in zone A on this plate 2.00 °C.',
  ],
  'narrower-than-zone': [
    'narrower than others of its zone',
    { temperature: 57.2, zone: 'A', measured: 1, limit: 2 },
    'MELT: the peak at 57.20 °C is 1.00 °C wide, other peaks in zone A on this plate 2.00 °C: part of it may be missing or counted as another peak.',
  ],
  'tm-shift-beyond': [
    'Tm shift beyond the limit',
    { phase: null, measured: 1.1, limit: 0.8 },
    'The controls melted +1.10 °C from the kit, more than the 0.80 °C that it allows.',
  ],
  'within-template': [
    'peak within a template',
    { temperature: 57.2, measured: 8, limit: 12 },
    'MELT: the peak at 57.20 °C does not count: the slope there is 8 RFU/°C, and the template of the higher peak explains up to 12.',
  ],
  'coarse-readings': [
    'readings too far apart',
    { measured: 2, limit: 1.5 },
    'MELT: the readings are 2.00 °C apart: from 1.50 °C on, a melt can be lost between two readings.',
  ],
  'rising-signal': [
    'signal rises',
    { temperature: 57.2, measured: 90 },
    'MELT: the signal rises by 90 RFU around 57.20 °C: possibly a bubble, which can also look like a melt.',
  ],
  'too-noisy': [
    'too noisy',
    { measured: 80, limit: 60 },
    'MELT: because of noise, this curve shows only peaks of 80 RFU/°C and more, but the threshold is 60: lower peaks may be missing.',
  ],
  'copied-melt': [
    'may be cross-talk',
    { temperature: 84.7, measured: 0.09, source: { position: 'B4', channel: 'FAM' } },
    'MELT: the peak at 84.70 °C is 9 % as high as that of B4 in FAM, at the same temperature: it may be cross-talk.',
  ],
  'apart-from-zone': [
    'apart from others of its zone',
    { zone: 'A', measured: 58.1, limit: 57.2 },
    'MELT: the peak at 58.10 °C lies apart from the others in zone A on this plate, 57.20 °C.',
  ],
} as const satisfies Record<CallFlagCode, readonly [string, Partial<CallFlag>, string]>;

test.each(callFlagCodeSchema.options)('REVIEW-180 the texts of %s: a few words, and a sentence', (code) => {
  const [short, situation, sentence] = READ[code];
  expect(FLAG_CONSEQUENCES[code].short).toBe(short);
  expect(textOf(code, situation)).toBe(sentence);
});
