import { comparePositions, type Run } from '@curvewell/domain';

import type { DrawnWell } from '../../interpretation/chart/chart-wells.ts';
import { controlsText } from '../explanation-text.ts';
import type { ExportRow } from '../export-rows.ts';
import { runFacts, signatures, type ReportFacts } from '../report-facts.ts';
import { contentBox, heading, MARGIN, MM, roomFor } from './pdf-layout.ts';
import { resultLook, type ResultLook } from './pdf-results.ts';
import { artifact, group, leaf, type Part } from './pdf-tags.ts';
import { heightOf, INK_SOFT, write, type Pdf } from './pdf-text.ts';

const LABEL_WIDTH = 30 * MM;

/** The facts of the run, one on each line. Returns the bottom edge. */
export function writeFacts(
  part: Part,
  run: Run,
  { facts, y }: { readonly facts: ReportFacts; readonly y: number },
): number {
  const { pdf } = part;
  const width = contentBox(pdf).width - LABEL_WIDTH;
  const { sample } = facts;
  const title = sample === undefined ? `Run ${run.businessId}` : `Sample ${sample.name}`;
  let line = heading(part, title, { y, level: 'H1' });
  group(part, 'Table', (table) => {
    for (const [label, value] of runFacts(run, facts)) {
      group(table, 'TR', (row) => {
        leaf(row, { head: 'Row' }, () =>
          write(pdf, label, { x: MARGIN, y: line, size: 8.5, color: INK_SOFT }),
        );
        leaf(row, 'TD', () => write(pdf, value, { x: MARGIN + LABEL_WIDTH, y: line, size: 8.5, width }));
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

/** The results of the controls, and the count of each result, for the wells of this report. */
export function writeSummary(part: Part, { wells, rows, y }: Summary): number {
  const { pdf } = part;
  const { width } = contentBox(pdf);
  const line = (text: string, from: number): number => {
    const height = heightOf(pdf, text, { size: 8.5, width });
    const at = roomFor(pdf, { y: from, height });
    leaf(part, 'P', () => write(pdf, text, { x: MARGIN, y: at, size: 8.5, width }));
    return at + height + 2;
  };
  let at = heading(part, 'Results', { y: roomFor(pdf, { y, height: 60 }) });
  for (const [channel, ofChannel] of Map.groupBy(wells, (well) => well.channel)) {
    // Wells of another kit, lot or buffer have other controls.
    const controls = controlsText(
      rows
        .flatMap((row) => (row.channel === channel ? row.controls : []))
        .sort((a, b) => comparePositions(a.position, b.position)),
    );
    if (controls !== '') at = line(`${channel} controls: ${controls}`, at);
    at = line(`${channel}: ${counts(ofChannel.map(resultLook))}`, at);
  }
  return at + 6;
}

function counts(looks: readonly ResultLook[]): string {
  return [...Map.groupBy(looks, ({ code }) => code)]
    .map(([code, ofCode]) => `${ofCode.length} ${code} ${ofCode[0]?.label ?? ''}`)
    .join(' · ');
}

/** Between two signatures. */
const SIGNATURE_GAP = 3;
/** The heading, and two lines to sign on paper. */
const SIGNING_HEIGHT = 85;

/** The height of what `writeSignatures` writes. */
export const signaturesHeight = (pdf: Pdf, run: Run, facts: ReportFacts): number =>
  signatures(run, facts).reduce((height, text) => height + signatureHeight(pdf, text), SIGNING_HEIGHT);

const signatureHeight = (pdf: Pdf, text: string): number =>
  heightOf(pdf, text, { size: 8.5, width: contentBox(pdf).width }) + SIGNATURE_GAP;

/** Who did what, with space for handwritten signatures. */
export function writeSignatures(
  part: Part,
  run: Run,
  { facts, y }: { readonly facts: ReportFacts; readonly y: number },
): void {
  const { pdf } = part;
  const { width } = contentBox(pdf);
  let at = heading(part, 'Signatures', { y });
  for (const signature of signatures(run, facts)) {
    leaf(part, 'P', () => write(pdf, signature, { x: MARGIN, y: at, size: 8.5, width }));
    at += signatureHeight(pdf, signature);
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
    leaf(part, 'P', () =>
      write(pdf, 'Name, date, signature', { x: MARGIN, y: at + 2, size: 7, color: INK_SOFT }),
    );
  }
}
