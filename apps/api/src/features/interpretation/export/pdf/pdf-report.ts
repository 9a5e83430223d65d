import { buffer } from 'node:stream/consumers';

import type { ChannelName, InterpretedWell, Run } from '@curvewell/contracts';
import PDFKit from 'pdfkit';

import type { ExportRow } from '../export-rows.ts';
import type { ReportFacts } from '../report-facts.ts';
import { drawCurves } from './pdf-curves.ts';
import { writeFacts, writeSignatures, writeSummary } from './pdf-first-page.ts';
import { contentBox, MARGIN, writeFrames } from './pdf-layout.ts';
import { drawPlate } from './pdf-plate.ts';
import { writeTable } from './pdf-table.ts';
import { registerFonts, type Pdf } from './pdf-text.ts';

interface Report {
  readonly run: Run;
  readonly rows: readonly ExportRow[];
  readonly wells: readonly InterpretedWell[];
  readonly facts: ReportFacts;
  readonly title: string;
  /** The plate over a whole page, and nothing else. */
  readonly isPlateOnly: boolean;
}

/** The report of a run: facts, results, plate, signatures, a row a well, and the curve of each, in vectors. */
export async function pdfReport(report: Report): Promise<Uint8Array> {
  const { run, rows, facts, title, isPlateOnly } = report;
  const order = new Map(rows.map(({ wellId }, index) => [wellId, index]));
  const wells = report.wells
    .filter(({ wellId }) => order.has(wellId))
    .sort((a, b) => (order.get(a.wellId) ?? 0) - (order.get(b.wellId) ?? 0));

  const pdf: Pdf = new PDFKit({
    size: 'A4',
    layout: isPlateOnly && run.plateType === 'RECTANGULAR_384' ? 'landscape' : 'portrait',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en-GB',
    displayTitle: true,
    info: {
      Title: title,
      Creator: `Curvewell ${facts.softwareVersion}`,
      CreationDate: new Date(facts.exportedAt),
    },
  });
  registerFonts(pdf);
  const bytes = buffer(pdf);
  if (isPlateOnly) {
    drawPlates(pdf, run, { wells, y: contentBox(pdf).top });
  } else {
    writeBody(pdf, { ...report, wells });
  }
  writeFrames(pdf, run, facts);
  pdf.end();
  return bytes;
}

function writeBody(pdf: Pdf, { run, rows, wells, facts }: Report): void {
  const facted = writeFacts(pdf, run, { facts, y: contentBox(pdf).top });
  const summarised = writeSummary(pdf, { wells, rows, y: facted });
  const drawn = drawPlates(pdf, run, { wells, y: summarised });
  writeSignatures(pdf, run, roomFor(pdf, drawn, SIGNATURES_HEIGHT));
  writeTable(pdf, rows);
  drawCurves(pdf, wells, rows);
}

const SIGNATURES_HEIGHT = 140;

/** Here, or at the top of a new page when it would not fit. */
function roomFor(pdf: Pdf, y: number, height: number): number {
  if (y + height <= contentBox(pdf).bottom) return y;
  pdf.addPage();
  return contentBox(pdf).top;
}

function drawPlates(
  pdf: Pdf,
  { plateType, analyses }: Run,
  { wells, y }: { readonly wells: readonly InterpretedWell[]; readonly y: number },
): number {
  const { width } = contentBox(pdf);
  const channels: ChannelName[] = analyses.map(({ channel }) => channel);
  return channels
    .filter((channel) => wells.some((well) => well.channel === channel))
    .reduce(
      (at, channel) =>
        drawPlate(pdf, { plateType, channel, wells, width, y: roomFor(pdf, at, (width * 2) / 3 + 40) }),
      y,
    );
}
