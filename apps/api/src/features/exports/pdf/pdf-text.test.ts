import PDFKit from 'pdfkit';
import { expect, it } from 'vitest';

import { hasNumbered, heightOf, registerFonts, shownText, sizeOfCode, widthOf, write } from './pdf-text.ts';

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

it('OPS-654 a word is measured once for each font and size, whichever document it stands in', () => {
  const text = 'Peak 61.83 °C, height 411.7: peak 61.83 °C';
  const words = ['Peak ', '61.83 ', '°C, ', 'height ', '411.7: ', 'peak ', '°C'];
  const measured: string[] = [];
  const document = () => {
    const pdf = new PDFKit();
    registerFonts(pdf);
    const measure = pdf.widthOfString.bind(pdf);
    pdf.widthOfString = (text, options) => {
      // The library itself measures whole lines.
      if (words.includes(text)) measured.push(text);
      return measure(text, options);
    };
    return pdf;
  };
  const first = document();
  const height = heightOf(first, text, { size: 6.25, width: 60 });
  expect(measured).toEqual(words);
  write(first, text, { x: 10, y: 10, size: 6.25, width: 60 });
  expect(heightOf(document(), text, { size: 6.25, width: 60 })).toBe(height);
  expect(measured).toEqual(words);
  heightOf(first, text, { size: 12.5, width: 120 });
  write(first, text, { x: 10, y: 10, size: 6.25, width: 60, weight: 600 });
  expect(measured).toEqual([...words, ...words, ...words]);
});

it('EXPORT-170 the font has every printable character of ASCII', () => {
  const printable = String.fromCharCode(...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index));
  expect(shownText(printable)).toBe(printable);
});
