import { buffer } from 'node:stream/consumers';

import PDFKit from 'pdfkit';
import { expect, it } from 'vitest';

import { gatherOperators } from './pdf-operators.ts';
import { tagDocument } from './pdf-tags.ts';
import type { Pdf } from './pdf-text.ts';

async function written({ isGathered }: { readonly isGathered: boolean }): Promise<Buffer> {
  const pdf: Pdf = new PDFKit({
    bufferPages: true,
    tagged: true,
    compress: false,
    info: { CreationDate: new Date(0) },
  });
  if (isGathered) gatherOperators(pdf);
  const bytes = buffer(pdf);
  tagDocument(pdf, ({ element }) => {
    element.add(pdf.struct('P', {}, () => pdf.text('one line after another\n'.repeat(150))));
    pdf.addContent(Buffer.from('0 0 m\n')).circle(100, 100, 20).fill('#224466');
  });
  // Like the header and the footer, which are written when the number of pages is known.
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    pdf.text(`ä page ${page} of ${count}`, 10, 10);
  }
  pdf.end();
  return bytes;
}

it('OPS-636 collecting the operators of each page changes no byte of a report', async () => {
  const [gathered, plain] = [await written({ isGathered: true }), await written({ isGathered: false })];
  expect(gathered.toString('latin1').match(/\/Type \/Page$/gm)?.length).toBeGreaterThan(2);
  expect(gathered.equals(plain)).toBe(true);
});
