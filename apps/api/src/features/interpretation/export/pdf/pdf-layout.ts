import { RUN_STATUS_LABEL, type Run } from '@curvewell/contracts';

import type { ReportFacts } from '../report-facts.ts';
import { INK_SOFT, write, type Pdf } from './pdf-text.ts';

/** Points in a millimetre. */
export const MM = 72 / 25.4;
export const MARGIN = 15 * MM;
const HEADER_Y = 8 * MM;
const FOOTER_FROM_BOTTOM = 10 * MM;

/** Where a page's content lies. */
export function contentBox(pdf: Pdf) {
  return {
    left: MARGIN,
    top: MARGIN + 6 * MM,
    width: pdf.page.width - 2 * MARGIN,
    bottom: pdf.page.height - MARGIN - 2 * MM,
  };
}

/** A section's heading; answers where its content begins. */
export function heading(pdf: Pdf, text: string, y: number): number {
  write(pdf, text, { x: MARGIN, y, size: 12, weight: 600 });
  return y + 18;
}

/** Writes head and foot of every page, once their number is known. */
export function writeFrames(pdf: Pdf, run: Run, facts: ReportFacts): void {
  const { start, count } = pdf.bufferedPageRange();
  const isDecided = run.status === 'APPROVED' || run.status === 'REJECTED';
  const state = isDecided ? RUN_STATUS_LABEL[run.status].toUpperCase() : 'NOT APPROVED';
  const hash = run.files[0]?.sha256 ?? '';
  for (let index = start; index < start + count; index++) {
    pdf.switchToPage(index);
    // Head and foot lie in the margin, where text would otherwise begin a new page.
    const { margins } = pdf.page;
    pdf.page.margins = { top: 0, bottom: 0, left: 0, right: 0 };
    const line = {
      x: MARGIN,
      width: pdf.page.width - 2 * MARGIN,
      size: 8,
      oneLine: true,
      color: INK_SOFT,
    } as const;
    write(pdf, run.laboratory.name, { ...line, y: HEADER_Y });
    write(pdf, `Run ${run.businessId} · ${state}`, { ...line, y: HEADER_Y, align: 'right' });
    const footer = pdf.page.height - FOOTER_FROM_BOTTOM;
    const made = `Curvewell ${facts.softwareVersion} · algorithm ${facts.algorithmVersion} · SHA-256 ${hash.slice(0, 12)}…`;
    write(pdf, made, { ...line, y: footer });
    write(pdf, `page ${index - start + 1} of ${count}`, { ...line, y: footer, align: 'right' });
    pdf.page.margins = margins;
  }
}
