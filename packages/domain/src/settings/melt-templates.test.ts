import { expect, it } from 'vitest';

import {
  type KeptTemplate,
  keptTemplateSchema,
  templatePoints,
  templateRunsText,
  templateTexts,
  usedMeltTemplatesSchema,
  type UsedTemplate,
  usedTemplateSchema,
} from './melt-templates.ts';
import { templateFault, templateHash } from '../record/proof.ts';

const TEMPLATE: UsedTemplate = {
  phase: 'MELT',
  zone: 'B',
  wells: 12,
  teaches: false,
  tm: 60,
  background: 5,
  height: 100,
  shape: {
    from: -1,
    step: 0.5,
    middle: [0.5, 0.75, 1],
    spread: [0.25, 0.125, 0],
  },
};

it('TPL-10 a template has its place and the scale of its curve', () => {
  expect(templatePoints(TEMPLATE)).toEqual([
    { temperature: 59, explained: 55, limit: 130 },
    { temperature: 59.5, explained: 80, limit: 117.5 },
    { temperature: 60, explained: 105, limit: 105 },
  ]);
  expect(templatePoints({ ...TEMPLATE, shape: null })).toEqual([]);
});

it('TPL-05 TPL-10 a text says how many wells a template was learnt from, or that they are too few', () => {
  expect(templateTexts({ templates: [TEMPLATE, { ...TEMPLATE, zone: 'C', wells: 1, shape: null }] })).toEqual(
    [
      'Template of B (MELT): learnt from 12 wells of this plate that hold it alone.',
      'No template of C (MELT): only 1 well of this plate holds it alone, at least 4 are needed.',
    ],
  );
  expect(templateTexts({ templates: [{ ...TEMPLATE, wells: 0, shape: null }] })).toEqual([
    'No template of B (MELT): no well of this plate holds it alone, at least 4 are needed.',
  ]);
  expect(templateTexts({})).toEqual([]);
});

it('TPL-31 a text names the runs, the wells and the SHA-256 of a stored template, and why the plate gives none', () => {
  const kept = {
    wells: 9,
    sha256: '0123456789abcdef'.repeat(4),
    runs: [{ laboratory: 'North', run: 41, wells: 9 }],
  };
  expect(templateTexts({ templates: [{ ...TEMPLATE, wells: 2, kept }] })).toEqual([
    'Template of B (MELT): stored with the kit, learnt from 9 wells of run 41 of North (SHA-256 0123456789ab…), since only 2 wells of this plate hold it alone, at least 4 are needed.',
  ]);
});

const KEPT: KeptTemplate = {
  analyser: 'Bio-Rad CFX96',
  channel: 'FAM',
  phase: 'MELT',
  zone: 'B',
  tm: 60.1,
  wells: 9,
  runs: [{ laboratory: 'North', run: 41, wells: 9 }],
  shape: { from: -0.5, step: 0.5, middle: [0.5, 1, 0.5], spread: [0.1, 0.1, 0.1] },
  sha256: 'f'.repeat(64),
};

it.each([
  ['explains whatever there is', { middle: [0.5, 9e9, 0.5] }],
  ['has places without a spread', { spread: [0.1] }],
  ['has no places', { middle: [], spread: [] }],
  ['begins beyond Tm', { from: 1 }],
  ['has too many places', { middle: Array<number>(401).fill(0), spread: Array<number>(401).fill(0) }],
])('TPL-38 a stored template %s is refused', (_what, change) => {
  expect(keptTemplateSchema.safeParse(KEPT).success).toBe(true);
  expect(keptTemplateSchema.safeParse({ ...KEPT, shape: { ...KEPT.shape, ...change } }).success).toBe(false);
});

it('TPL-38 a stored template with a changed byte has another SHA-256', () => {
  const kept = { ...KEPT, sha256: templateHash(KEPT) };
  expect(templateFault(kept)).toBeNull();
  for (const changed of [
    { ...kept, wells: 10 },
    { ...kept, analyser: 'Bio-Rad CFX384' },
    { ...kept, tm: 60.2 },
  ])
    expect(templateFault(changed)).toMatch(/^The stored template of B \(FAM, MELT\) was altered/);
});

it('TPL-31 runs are listed by laboratory', () => {
  const run = (laboratory: string, number: number) => ({ laboratory, run: number, wells: 4 });
  expect(templateRunsText([run('North', 41)])).toBe('run 41 of North');
  expect(templateRunsText([run('North', 41), run('South', 7), run('North', 42), run('North', 43)])).toBe(
    'runs 41, 42 and 43 of North, run 7 of South',
  );
});

it('TPL-10 a template from one well uses the singular', () => {
  expect(templateTexts({ templates: [{ ...TEMPLATE, wells: 1 }] })).toEqual([
    'Template of B (MELT): learnt from 1 well of this plate that holds it alone.',
  ]);
});

it('TPL-31 the used settings and templates are stored completely', () => {
  for (const from of ['plate', 'plate-or-kept']) {
    const asked = { from, kept: [KEPT] };
    expect(usedMeltTemplatesSchema.parse(asked)).toEqual(asked);
  }
  const { wells, runs, sha256 } = KEPT;
  const used = { ...TEMPLATE, kept: { wells, runs, sha256 } };
  expect(usedTemplateSchema.parse(used)).toEqual(used);
  expect(usedTemplateSchema.safeParse({ ...used, wells: -1 }).success).toBe(false);
});

it('TPL-38 a stored template comes from one to eight runs, and has a SHA-256', () => {
  const isKept = (change: object) => keptTemplateSchema.safeParse({ ...KEPT, ...change }).success;
  const runs = (length: number) => Array.from({ length }, () => KEPT.runs[0]);
  expect([isKept({ runs: runs(0) }), isKept({ runs: runs(8) }), isKept({ runs: runs(9) })]).toEqual([
    false,
    true,
    false,
  ]);
  expect([`x${KEPT.sha256}`, `${KEPT.sha256}x`, 'f'.repeat(63)].map((sha256) => isKept({ sha256 }))).toEqual([
    false,
    false,
    false,
  ]);
  const lacking = keptTemplateSchema.safeParse({ ...KEPT, shape: { ...KEPT.shape, spread: [0.1] } });
  expect(lacking.error?.issues[0]?.message).toBe('each place must have a middle and a spread');
});

it.each<[string, (value: number) => object, readonly [least: number, most: number], number]>([
  ['wells', (wells) => ({ wells }), [4, 3072], 1],
  ['wells of a run', (wells) => ({ runs: [{ ...KEPT.runs[0], wells }] }), [1, 384], 1],
  ['a run', (run) => ({ runs: [{ ...KEPT.runs[0], run }] }), [1, 2_147_483_647], 1],
  ['the first place', (from) => ({ shape: { ...KEPT.shape, from } }), [-50, 0], 0.01],
  ['a step', (step) => ({ shape: { ...KEPT.shape, step } }), [0.05, 1], 0.01],
  ['a middle', (part) => ({ shape: { ...KEPT.shape, middle: [0.5, part, 0.5] } }), [-1, 2], 0.01],
  ['a spread', (part) => ({ shape: { ...KEPT.shape, spread: [0.1, part, 0.1] } }), [0, 2], 0.01],
])('TPL-38 a stored template has limits: %s', (_what, change, [least, most], more) => {
  const isKept = (value: number) => keptTemplateSchema.safeParse({ ...KEPT, ...change(value) }).success;
  expect([least - more, least, most, most + more].map(isKept)).toEqual([false, true, true, false]);
});

it('TPL-38 a stored template has up to 400 points, and a drawn one a positive step', () => {
  const places = (count: number) => Array<number>(count).fill(0);
  const shape = { ...KEPT.shape, middle: places(400), spread: places(400) };
  expect(keptTemplateSchema.safeParse({ ...KEPT, shape }).success).toBe(true);
  const stepped = (step: number) =>
    usedTemplateSchema.safeParse({ ...TEMPLATE, shape: { ...TEMPLATE.shape, step } }).success;
  expect([stepped(0), stepped(0.01)]).toEqual([false, true]);
});
