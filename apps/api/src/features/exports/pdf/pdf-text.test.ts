import PDFKit from 'pdfkit';
import { expect, it } from 'vitest';

import { hasNumbered, registerFonts, shownText, sizeOfCode, widthOf } from './pdf-text.ts';

it('EXPORT-170 characters that the font lacks are given as numbers, so that no two texts look the same', () => {
  expect(shownText('野生型 A')).toBe('{91CE 751F 578B} A');
  expect(shownText('変異型 A')).toBe('{5909 7570 578B} A');
  expect(shownText('野 {91CE} {A}')).toBe('{91CE} {007B}91CE} {A}');
  expect(shownText('S😀7 ≤ 5')).toBe('S{1F600}7 <= 5');
  expect(shownText('Tiếng Việt, Ωμέγα, дикий тип')).toBe('Tiếng Việt, Ωμέγα, дикий тип');
});

it.each([
  ['Heterozygous', false],
  ['дикий тип ≤ 5', false],
  ['S😀7', true],
  ['{91CE}', true],
  ['شاهد', true],
  ['A\u3000B', true],
])('EXPORT-170 a report of %s explains such numbers: %s', (text, expected) => {
  expect(hasNumbered(text)).toBe(expected);
});

it('EXPORT-170 a code with numbers stays on one line of its well, and other codes keep their size', () => {
  const pdf = new PDFKit();
  registerFonts(pdf);
  const room = { size: 6.5, width: 12 };
  expect(sizeOfCode(pdf, 'WMX', room)).toBe(6.5);
  expect(widthOf(pdf, '野生型', 6.5)).toBeGreaterThan(40);
  expect(widthOf(pdf, '野生型', sizeOfCode(pdf, '野生型', room))).toBeLessThan(12);
});
