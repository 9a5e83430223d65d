import { buffer } from 'node:stream/consumers';

import PDFKit from 'pdfkit';

import type { BareLines } from './bare-work.ts';

const COLUMNS = 3;
const ON_PAGE = 18;
const CELL = { width: 170, height: 110 };
const MARGIN = 40;

/**
 * Draws every point of each well's lines with the PDF library, with as many wells on a page as in a report.
 */
export async function drawCurves(wells: readonly BareLines[]): Promise<Buffer> {
  const pdf = new PDFKit({ size: 'A4', margin: MARGIN });
  const bytes = buffer(pdf);
  for (const [index, lines] of wells.entries()) {
    const place = index % ON_PAGE;
    if (index > 0 && place === 0) pdf.addPage();
    const left = MARGIN + (place % COLUMNS) * CELL.width;
    const bottom = MARGIN + (1 + Math.floor(place / COLUMNS)) * CELL.height;
    for (const { x, y } of lines) {
      pdf.moveTo(left + (x[0] ?? 0), bottom - (y[0] ?? 0));
      for (let point = 1; point < x.length; point++) {
        pdf.lineTo(left + (x[point] ?? 0), bottom - (y[point] ?? 0));
      }
      pdf.lineWidth(0.8).stroke('#225588');
    }
  }
  pdf.end();
  return bytes;
}
