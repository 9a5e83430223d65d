import type { Run } from '@curvewell/contracts';

import type { DrawnWell } from '../../interpretation/chart-wells.ts';
import { controlsText } from '../explanation-text.ts';
import type { ExportRow } from '../export-rows.ts';
import { runFacts, signatures, type ReportFacts } from '../report-facts.ts';
import { contentBox, DANGER, heading, MARGIN, MM } from './pdf-layout.ts';
import { resultLook, type ResultLook } from './pdf-results.ts';
import { artifact, group, leaf, type Part } from './pdf-tags.ts';
import { heightOf, INK_SOFT, write } from './pdf-text.ts';

const LABEL_WIDTH = 30 * MM;

/** The facts of the run, one a line. Answers where they end. */
export function writeFacts(
  part: Part,
  run: Run,
  { facts, y }: { readonly facts: ReportFacts; readonly y: number },
): number {
  const { pdf } = part;
  const width = contentBox(pdf).width - LABEL_WIDTH;
  let line = heading(part, `Run ${run.businessId}`, { y, level: 'H1' });
  group(part, 'Table', (table) => {
    for (const [label, value] of runFacts(run, facts)) {
      group(table, 'TR', (row) => {
        leaf(row, { head: 'Row' }, () => {
          write(pdf, label, { x: MARGIN, y: line, size: 8.5, color: INK_SOFT });
        });
        leaf(row, 'TD', () => {
          write(pdf, value, { x: MARGIN + LABEL_WIDTH, y: line, size: 8.5, width });
        });
      });
      line += heightOf(pdf, value, { size: 8.5, width }) + 1.5;
    }
  });
  return line + 6;
}

interface Summary {
  readonly wells: readonly DrawnWell[];
  readonly rows: readonly ExportRow[];
  readonly y: number;
}

/** Controls first, the failed ones in a box; how often each result came; what was changed by hand. */
export function writeSummary(part: Part, { wells, rows, y }: Summary): number {
  const { pdf } = part;
  const { width } = contentBox(pdf);
  const line = (text: string, at: number): number => {
    leaf(part, 'P', () => {
      write(pdf, text, { x: MARGIN, y: at, size: 8.5, width });
    });
    return at + heightOf(pdf, text, { size: 8.5, width }) + 2;
  };
  let at = heading(part, 'Results', { y });
  const failed = wells.filter((well) => resultLook(well).code === 'KO');
  if (failed.length > 0) at = writeFailed(part, { failed, y: at });
  for (const [channel, ofChannel] of Map.groupBy(wells, (well) => well.channel)) {
    const controls = controlsText(
      rows.find((row) => row.channel === channel && row.controls.length > 0)?.controls ?? [],
    );
    if (controls !== '') at = line(`${channel} controls: ${controls}`, at);
    at = line(`${channel}: ${counts(ofChannel.map(resultLook))}`, at);
  }
  for (const row of rows.filter(({ suggested }) => suggested !== null)) {
    at = line(
      `Changed by hand: ${row.position} ${row.channel} from ${row.suggested ?? ''} to ${row.result ?? 'none'} (${row.changedBy ?? ''})`,
      at,
    );
  }
  return at + 6;
}

const BOX_PADDING = 5;

function writeFailed(
  part: Part,
  { failed, y }: { readonly failed: readonly DrawnWell[]; readonly y: number },
): number {
  const { pdf } = part;
  const text = `Failed controls: ${failed.map(({ position, channel }) => `${position} ${channel}`).join(', ')}`;
  const width = contentBox(pdf).width - 2 * BOX_PADDING;
  const height = heightOf(pdf, text, { size: 9, width }) + 2 * BOX_PADDING;
  artifact(pdf, () => {
    pdf
      .rect(MARGIN, y, width + 2 * BOX_PADDING, height)
      .lineWidth(1)
      .stroke(DANGER);
  });
  leaf(part, 'P', () => {
    write(pdf, text, {
      ...{ x: MARGIN + BOX_PADDING, y: y + BOX_PADDING, size: 9, width, weight: 600, color: DANGER },
    });
  });
  return y + height + 5;
}

function counts(looks: readonly ResultLook[]): string {
  return [...Map.groupBy(looks, ({ code }) => code)]
    .map(([code, ofCode]) => `${ofCode.length} ${code} ${ofCode[0]?.label ?? ''}`)
    .join(' · ');
}

export const SIGNATURES_HEIGHT = 150;

/** Who did what, and room for a pen. */
export function writeSignatures(
  part: Part,
  run: Run,
  { facts, y }: { readonly facts: ReportFacts; readonly y: number },
): void {
  const { pdf } = part;
  const { width } = contentBox(pdf);
  let at = heading(part, 'Signatures', { y });
  for (const signature of signatures(run, facts)) {
    leaf(part, 'P', () => {
      write(pdf, signature, { x: MARGIN, y: at, size: 8.5, width });
    });
    at += 13;
  }
  for (let line = 0; line < 2; line++) {
    at += 24;
    artifact(pdf, () => {
      pdf
        .moveTo(MARGIN, at)
        .lineTo(MARGIN + width * 0.7, at)
        .lineWidth(0.5)
        .stroke(INK_SOFT);
    });
    leaf(part, 'P', () => {
      write(pdf, 'Name, date, signature', { x: MARGIN, y: at + 2, size: 7, color: INK_SOFT });
    });
  }
}
