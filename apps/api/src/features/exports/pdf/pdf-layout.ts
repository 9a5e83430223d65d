import { CHANGED_NOTICE, RUN_STATUS_LABEL, type Run } from '@curvewell/domain';

import { noticeOf, type ReportFacts } from '../report-facts.ts';
import { artifact, leaf, type Part } from './pdf-tags.ts';
import { INK_SOFT, write, type Pdf } from './pdf-text.ts';

/** Points in a millimetre. */
export const MM = 72 / 25.4;
export const MARGIN = 15 * MM;
const HEADER_Y = 8 * MM;
const FOOTER_FROM_BOTTOM = 10 * MM;

export function contentBox(pdf: Pdf) {
  return {
    left: MARGIN,
    top: MARGIN + 2 * MM,
    width: pdf.page.width - 2 * MARGIN,
    bottom: pdf.page.height - MARGIN - 2 * MM,
  };
}

/** Draws a section heading; returns the top of its content. */
export function heading(
  part: Part,
  text: string,
  { y, level = 'H2' }: { readonly y: number; readonly level?: 'H1' | 'H2' },
): number {
  const size = level === 'H1' ? 14 : 12;
  leaf(part, level, () => write(part.pdf, text, { x: MARGIN, y, size, weight: 600 }));
  return y + size + 6;
}

/** Returns `y`, or the top of a new page when the height does not fit. */
export function roomFor(pdf: Pdf, { y, height }: { readonly y: number; readonly height: number }): number {
  if (y + height <= contentBox(pdf).bottom) return y;
  pdf.addPage();
  return contentBox(pdf).top;
}

/** Writes header and footer of every page, once the number of pages is known. */
export function writeFrames(pdf: Pdf, run: Run, facts: ReportFacts): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = start; index < start + count; index++) {
    pdf.switchToPage(index);
    // Header and footer are in the margin, where text would otherwise start a new page.
    const { margins } = pdf.page;
    pdf.page.margins = { top: 0, bottom: 0, left: 0, right: 0 };
    artifact(pdf, () => {
      const mark = facts.isChanged ? CHANGED_NOTICE : stateMark(run);
      if (mark !== null) writeWatermark(pdf, mark);
      writeFrame(pdf, { run, facts, pageText: `page ${index - start + 1} of ${count}` });
    });
    pdf.page.margins = margins;
  }
}

function writeFrame(
  pdf: Pdf,
  { run, facts, pageText }: { readonly run: Run; readonly facts: ReportFacts; readonly pageText: string },
): void {
  const state = stateMark(run) ?? RUN_STATUS_LABEL.APPROVED.toUpperCase();
  const hash = run.files[0]?.sha256 ?? '';
  const width = pdf.page.width - 2 * MARGIN;
  const line = { x: MARGIN, width, size: 8, oneLine: true, color: INK_SOFT } as const;
  write(pdf, run.laboratory.name, { ...line, y: HEADER_Y });
  const notice = noticeOf(run, facts);
  write(pdf, [`Run ${run.businessId}`, state, ...(notice === null ? [] : [notice])].join(' · '), {
    ...line,
    y: HEADER_Y,
    align: 'right',
    weight: 600,
    color: run.status === 'APPROVED' && !facts.isChanged ? INK_SOFT : DANGER,
  });
  const footer = pdf.page.height - FOOTER_FROM_BOTTOM;
  const made = `Curvewell ${facts.softwareVersion} · algorithm ${facts.algorithmVersion} · SHA-256 ${hash.slice(0, 12)}…`;
  write(pdf, notice === null ? made : `${notice} · ${made}`, { ...line, y: footer });
  write(pdf, pageText, { ...line, y: footer, align: 'right' });
}

/** What a page says of a run without final results; null: the run is approved. */
function stateMark({ status }: Pick<Run, 'status'>): string | null {
  if (status === 'APPROVED') return null;
  return status === 'REJECTED' ? RUN_STATUS_LABEL.REJECTED.toUpperCase() : 'NOT APPROVED';
}

/** Diagonal text, so that no copy or part of the page looks like a result. */
function writeWatermark(pdf: Pdf, text: string): void {
  const { width, height } = pdf.page;
  pdf.save();
  pdf.rotate(-Math.atan2(height, width) * (180 / Math.PI), { origin: [width / 2, height / 2] });
  pdf.fillOpacity(WATERMARK_OPACITY);
  write(pdf, text, {
    x: 0,
    y: height / 2 - WATERMARK_SIZE / 2,
    width,
    align: 'center',
    size: WATERMARK_SIZE,
    weight: 600,
    color: DANGER,
    oneLine: true,
  });
  pdf.restore();
}

const WATERMARK_SIZE = 40;
const WATERMARK_OPACITY = 0.18;

export const DANGER = '#b3261e';
