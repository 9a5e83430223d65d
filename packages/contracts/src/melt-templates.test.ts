import { expect, it } from 'vitest';

import { templatePoints, templateTexts, type UsedTemplate } from './melt-templates.ts';

const TEMPLATE: UsedTemplate = {
  ...{ phase: 'MELT', zone: 'B', wells: 12, teaches: false, tm: 60, background: 5, height: 100 },
  shape: {
    ...{ from: -1, step: 0.5 },
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

it('TPL-05 TPL-10 says how many wells taught it, or that they are too few', () => {
  expect(templateTexts({ templates: [TEMPLATE, { ...TEMPLATE, zone: 'C', wells: 1, shape: null }] })).toEqual(
    [
      'Template of B (MELT): learnt from 12 wells of this plate that hold it alone.',
      'No template of C (MELT): only 1 well of this plate holds it alone, at least 4 are needed.',
    ],
  );
  expect(templateTexts({})).toEqual([]);
});
