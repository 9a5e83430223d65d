import type { InterpretedWell, Run } from '@curvewell/contracts';

import type { ExportRow } from '../export-rows.ts';
import { momentText, runFacts, type ReportFacts } from '../report-facts.ts';
import { contentBox, heading, MARGIN, MM } from './pdf-layout.ts';
import { resultLook, type ResultLook } from './pdf-results.ts';
import { heightOf, INK_SOFT, write, type Pdf } from './pdf-text.ts';

const LABEL_WIDTH = 32 * MM;

/** The facts of the run, one a line. Answers where they end. */
export function writeFacts(
  pdf: Pdf,
  run: Run,
  { facts, y }: { readonly facts: ReportFacts; readonly y: number },
): number {
  const width = contentBox(pdf).width - LABEL_WIDTH;
  let line = heading(pdf, `Run ${run.businessId}`, y);
  for (const [label, value] of runFacts(run, facts)) {
    write(pdf, label, { x: MARGIN, y: line, size: 9, color: INK_SOFT });
    write(pdf, value, { x: MARGIN + LABEL_WIDTH, y: line, size: 9, width });
    line += heightOf(pdf, value, { size: 9, width }) + 2.5;
  }
  return line + 8;
}

/** How often each result came; failed controls; what was changed by hand. */
export function writeSummary(
  pdf: Pdf,
  {
    wells,
    rows,
    y,
  }: { readonly wells: readonly InterpretedWell[]; readonly rows: readonly ExportRow[]; readonly y: number },
): number {
  const { width } = contentBox(pdf);
  const line = (text: string, at: number, weight: 400 | 600 = 400) => {
    write(pdf, text, { x: MARGIN, y: at, size: 9, width, weight });
    return at + heightOf(pdf, text, { size: 9, width }) + 3;
  };
  let at = heading(pdf, 'Results', y);
  for (const [channel, ofChannel] of Map.groupBy(wells, (well) => well.channel)) {
    at = line(`${channel}: ${counts(ofChannel.map(resultLook))}`, at);
  }
  const failed = wells
    .filter((well) => resultLook(well).code === 'KO')
    .map(({ position, channel }) => `${position} ${channel}`);
  if (failed.length > 0) at = line(`Failed controls: ${failed.join(', ')}`, at, 600);
  for (const row of rows.filter(({ suggested }) => suggested !== null)) {
    at = line(
      `Changed by hand: ${row.position} ${row.channel} from ${row.suggested ?? ''} to ${row.result ?? 'none'} (${row.changedBy ?? ''})`,
      at,
    );
  }
  return at + 6;
}

function counts(looks: readonly ResultLook[]): string {
  return [...Map.groupBy(looks, ({ code }) => code)]
    .map(([code, ofCode]) => `${ofCode.length} ${code} ${ofCode[0]?.label ?? ''}`)
    .join(' · ');
}

/** Who did what, and room for a pen. */
export function writeSignatures(pdf: Pdf, { acts }: Run, y: number): number {
  const { width } = contentBox(pdf);
  let at = heading(pdf, 'Signatures', y);
  const signed = [
    [acts.interpreted, 'Interpreted by', 'interpreted'],
    [acts.submitted, 'Submitted by', 'submitted for approval'],
    [acts.approved, 'Approved by', 'reviewed and approved'],
    [acts.rejected, 'Rejected by', 'reviewed and rejected'],
  ] as const;
  for (const [act, label, meaning] of signed) {
    if (act === null) continue;
    write(pdf, `${label} ${act.name}, ${momentText(act.at)}: ${meaning}`, {
      x: MARGIN,
      y: at,
      size: 9,
      width,
    });
    at += 14;
  }
  for (let line = 0; line < 2; line++) {
    at += 24;
    pdf
      .moveTo(MARGIN, at)
      .lineTo(MARGIN + width * 0.7, at)
      .lineWidth(0.5)
      .stroke(INK_SOFT);
    write(pdf, 'Name, date, signature', { x: MARGIN, y: at + 2, size: 7, color: INK_SOFT });
  }
  return at + 16;
}
