import { expect, test } from 'vitest';

import type { PhaseType } from './assay.ts';
import { FLAG_CONSEQUENCES, flagText, isStopped, stoppingFlags } from './flag-consequences.ts';
import { callFlagCodeSchema, type CallFlag, type CallFlagCode } from './well-call.ts';

test.each(callFlagCodeSchema.options)(
  'REVIEW-170 %s stops a call everywhere or nowhere: plate, check and exports',
  (code) => {
    const { callable, mark, section, absent } = FLAG_CONSEQUENCES[code];
    expect([mark === 'no-call', section === 'unresolved', absent !== null]).toEqual(
      Array.from({ length: 3 }, () => !callable),
    );
  },
);

test('REVIEW-198 causes are reported, not what follows from them, and only of the same phase', () => {
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

test('REVIEW-198 a flag that stops a call stops it where none was made, or where a control failed', () => {
  const figures = { zone: 'A', temperature: null, measured: 5, limit: 8 };
  const flags = [{ code: 'too-few-readings' as const, phase: 'MELT' as const, ...figures }];
  expect(isStopped({ flags, diagnostic: null })).toBe(true);
  expect(isStopped({ flags, diagnostic: 'TEST_KO' })).toBe(true);
  expect(isStopped({ flags, diagnostic: 'NEGATIVE' })).toBe(false);
  expect(isStopped({ flags: [], diagnostic: null })).toBe(false);
});

const textOf = (code: CallFlagCode, given: Partial<CallFlag> = {}): string =>
  flagText({ code, phase: 'MELT', zone: null, temperature: null, measured: null, limit: null, ...given });

test('REVIEW-180 a flag is one sentence with its figures, and names its phase where it has one', () => {
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
])('REVIEW-180 a zone that was read in part says which: %s', (part, figures) => {
  const expected = `MELT: zone C was not read whole: ${part}`;
  expect(textOf('zone-not-read', { zone: 'C', ...figures })).toBe(expected);
  expect(textOf('zone-not-covered', { zone: 'C', ...figures })).toBe(expected);
  for (const lacking of [{ measured: null }, { limit: null }])
    expect(textOf('zone-not-read', { zone: 'C', ...figures, ...lacking })).toBe(
      'MELT: zone C was not read whole.',
    );
});

test('REVIEW-180 replicates that differ say which, in a peak or in their results', () => {
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

test('REVIEW-302 a flag that stands for other wells, too, says for how many', () => {
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

test('REVIEW-180 a melt that may be cross-talk names the well that it may come from', () => {
  const melt = { temperature: 84.7, measured: 0.09 };
  const copied = (from: string, part = 9) =>
    `MELT: the peak at 84.70 °C is ${part} % as high as that of ${from}, at the same temperature: it may be cross-talk.`;
  const source = { position: 'B4', channel: 'FAM' as const };
  expect(textOf('copied-melt', { ...melt, source })).toBe(copied('B4 in FAM'));
  expect(textOf('copied-melt', melt)).toBe(copied('another'));
  expect(textOf('copied-melt', { ...melt, measured: null })).toBe(copied('another', 0));
});

test.each<[string, CallFlagCode, Partial<CallFlag>]>([
  ['MELT: all readings are equal: there is no signal.', 'no-signal', {}],
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
