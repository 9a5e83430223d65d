import { buffer } from 'node:stream/consumers';

import PDFKit from 'pdfkit';
import { getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';

import { writeCodes } from './pdf-codes.ts';
import { contentBox, MARGIN } from './pdf-layout.ts';
import { tagDocument } from './pdf-tags.ts';
import { registerFonts, type Pdf } from './pdf-text.ts';

const HEADS = ['Result', 'Of', 'Kit', 'Code for the LIS', 'SNOMED CT', 'LOINC'];
const LONG = 'Candida albicans complex, fluconazole-resistant, with a second product of an unknown species';

/** In the order of the workbook: kit, result, of, codes. */
const code = (index: number) => [
  'Invasive candidiasis panel of the reference laboratory v12',
  `${LONG} ${index}`,
  'combined result',
  // The longest code, without a space to break at.
  `CODE-${index}-`.padEnd(40, 'W'),
  '112283007112283007',
  '84413-4',
];

interface Item {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly y: number;
}

async function pagesOf(draw: (pdf: Pdf) => void): Promise<Item[][]> {
  const pdf: Pdf = new PDFKit({ size: 'A4', margin: MARGIN, bufferPages: true, tagged: true });
  registerFonts(pdf);
  draw(pdf);
  pdf.end();
  const document = await getDocumentProxy(new Uint8Array(await buffer(pdf)));
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const { items } = await (await document.getPage(index + 1)).getTextContent();
    return items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const x = Number(item.transform[4]);
      return [{ text: item.str, x, right: x + item.width, y: Number(item.transform[5]) }];
    });
  });
  return Promise.all(pages);
}

it('EXPORT-190 thirty codes with long names have their header on every page, and no text is written over another', async () => {
  const pages = await pagesOf((pdf) => {
    tagDocument(pdf, (part) => {
      writeCodes(part, { codes: Array.from({ length: 30 }, (_, index) => code(index)), y: 600 });
    });
  });
  expect(pages.length).toBeGreaterThan(1);
  for (const items of pages) {
    const heads = HEADS.map((head) => items.find(({ text }) => text === head));
    expect(heads.map((item) => item?.text)).toEqual(HEADS);
    const starts = heads.map((item) => item?.x ?? 0);
    for (const { x, right } of items.filter(({ text }) => text !== 'Codes of the results')) {
      expect(starts).toContain(x);
      const [next = MARGIN + contentBox(new PDFKit({ size: 'A4' })).width] = starts.filter(
        (start) => start > x,
      );
      expect(right).toBeLessThan(next);
    }
    for (const start of starts) {
      const lines = items.flatMap(({ x, y }) => (x === start ? [y] : [])).sort((a, b) => a - b);
      const gaps = lines.slice(1).map((y, index) => y - (lines[index] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThan(7.5);
    }
  }
  // Each result once, and whole.
  const texts = pages.flat().map(({ text }) => text);
  expect(texts.filter((text) => text.startsWith('Candida albicans'))).toHaveLength(30);
  expect(texts.filter((text) => /^CODE-\d+-W/.test(text))).toHaveLength(30);
});

it('EXPORT-191 the heading of the codes is on the page of its first row', async () => {
  for (const y of [710, 740]) {
    const pages = await pagesOf((pdf) => {
      tagDocument(pdf, (part) => {
        writeCodes(part, { codes: [code(1)], y });
      });
    });
    const place = pages.findIndex((items) => items.some(({ text }) => text === 'Codes of the results'));
    expect(pages[place]?.map(({ text }) => text)).toEqual(expect.arrayContaining(HEADS));
    expect(pages[place]?.some(({ text }) => text.startsWith('Candida'))).toBe(true);
  }
});
