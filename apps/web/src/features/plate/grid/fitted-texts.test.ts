import { expect, test } from 'vitest';

import { fittedTexts } from './fitted-texts.ts';

/** Every character is 1 wide. */
const upTo = (width: number) => (texts: readonly string[]) =>
  texts.map((text) => Array.from(text).length <= width);
const painted = (names: readonly string[], width: number) => [...fittedTexts(names, upTo(width)).values()];

test('names that fit are shown in full', () => {
  expect(painted(['S-20614', 'S-20621'], 7)).toEqual(['S-20614', 'S-20621']);
});

test('longer names are cut to an ellipsis and as many last characters as fit', () => {
  expect(painted(['LIMS-41231', 'LIMS-41232'], 6)).toEqual(['…41231', '…41232']);
});

test('all cut names keep the same number of characters, and names that fit stay whole', () => {
  // Narrow characters would leave room for more of the first name.
  const whichFit = (texts: readonly string[]) =>
    texts.map((text) => Array.from(text).reduce((width, sign) => width + (sign === '1' ? 1 : 2), 0) <= 8);
  expect([...fittedTexts(['A111111111', 'B222222222', 'NTC'], whichFit).values()]).toEqual([
    '…111',
    '…222',
    'NTC',
  ]);
});

test('SHELL-256 names with the same ending are cut before it, and stay omitted where that is ambiguous', () => {
  const names = ['Kiel 00417-Schwarzenberger', 'Kiel 00431-Schwarzenberger'];
  expect(painted(names, 7)).toEqual(['…00417…', '…00431…']);
  expect(painted([...names, 'Ulm 00431-Schwarzenberger'], 7)).toEqual(['…00417…', '', '']);
  // One end that differs is enough to keep the ends.
  expect(painted([...names, 'Kiel 00431-Ott'], 7)).toEqual(['', '', '…31-Ott']);
});

test('two names that would look the same when cut are both omitted', () => {
  expect(painted(['0041231-A', '0051231-A', '0041232-B'], 6)).toEqual(['', '', '…232-B']);
});

test('a cut name that looks like another whole name omits both', () => {
  expect(painted(['…231', 'S-41231', 'S-41232'], 4)).toEqual(['', '', '…232']);
});

test('the same name in several wells is not ambiguous', () => {
  expect([...fittedTexts(['S-20712', 'S-20712'], upTo(4))]).toEqual([['S-20712', '…712']]);
});

test('nothing is shown if no character fits, and characters are never split', () => {
  expect(painted(['S-20614', 'S-20621'], 1)).toEqual(['', '']);
  expect(painted(['Zelle 🧬'], 2)).toEqual(['…🧬']);
});

test('lots that differ only at the start are omitted, others keep the end that differs', () => {
  expect(painted(['26A-0417-LCT', '26A-0431-LCT', '27B-0431-LCT'], 9)).toEqual(['…0417-LCT', '', '']);
});

test('measuring takes a few batches, not one for each name', () => {
  let asked = 0;
  const names = Array.from({ length: 384 }, (_, index) => `LIMS-2026-${10_000 + index}`);
  fittedTexts(names, (texts) => {
    asked += 1;
    return upTo(6)(texts);
  });
  expect(asked).toBeLessThanOrEqual(6);
});
