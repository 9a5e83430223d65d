import { buffer } from 'node:stream/consumers';

import {
  TRIAL_NOTICE,
  trialNotApproved,
  type CombinedResult,
  type Run,
  type SampleResult,
  type SampleTable,
} from '@curvewell/domain';
import PDFKit from 'pdfkit';

import type { HouseCertificate } from '../../../house-certificate/house-certificate.ts';
import type { ReportedCheck } from '../../decisions/index.ts';
import type { DrawnWell } from '../../interpretation/chart/chart-wells.ts';
import { codeCells } from '../code-cells.ts';
import type { ExportRow } from '../export-rows.ts';
import { reportDocument } from '../report-document.ts';
import type { ReportFacts } from '../report-facts.ts';
import { attachDocument, declareUniversalAccess } from './pdf-archive.ts';
import { writeCheck, writeLine } from './pdf-check.ts';
import { writeCodes } from './pdf-codes.ts';
import { drawCurves } from './pdf-curves.ts';
import { signaturesHeight, writeFacts, writeSignatures, writeSummary } from './pdf-first-page.ts';
import { contentBox, MARGIN, roomFor, writeFrames } from './pdf-layout.ts';
import { drawPlate, pitchIn, plateHeight } from './pdf-plate.ts';
import type { ReportStamps } from './report-stamps.ts';
import { placeSignature, signPdf } from './pdf-signature.ts';
import { gatherOperators } from './pdf-operators.ts';
import { resultLook } from './pdf-results.ts';
import { writeSampleTable } from './pdf-sample-table.ts';
import { writeSamples } from './pdf-samples.ts';
import { writeTable } from './pdf-table.ts';
import { group, tagDocument, type Part } from './pdf-tags.ts';
import { hasNumbered, NUMBERED_NOTE, registerFonts, type Pdf } from './pdf-text.ts';

interface Report {
  readonly run: Run;
  readonly checked: ReportedCheck;
  readonly rows: readonly ExportRow[];
  readonly wells: readonly DrawnWell[];
  readonly samples: readonly SampleResult[];
  readonly combined: readonly CombinedResult[];
  /** Null: not part of the report. */
  readonly table: SampleTable | null;
  readonly facts: ReportFacts;
  readonly title: string;
  /** Signs the report; null: not signed. */
  readonly certificate: HouseCertificate | null;
  /** Time-stamps the signature; null: no time stamp. */
  readonly stamps: ReportStamps | null;
  /** Only the plate, on a whole page. */
  readonly isPlateOnly: boolean;
}

/**
 * The report of a run: facts, results, plate, signatures, a row for each well, and its curves as vectors. It
 * is PDF/UA-1 and PDF/A-3a and contains its content as data. With an organisation's certificate it is signed
 * by PAdES B-B; with a time stamp authority, B-T.
 */
export async function pdfReport(report: Report): Promise<Uint8Array> {
  const { run, rows, samples, combined, facts, title, isPlateOnly, certificate, stamps } = report;
  const order = new Map(rows.map(({ wellId }, index) => [wellId, index]));
  const wells = report.wells
    .filter(({ wellId }) => order.has(wellId))
    .sort((a, b) => (order.get(a.wellId) ?? 0) - (order.get(b.wellId) ?? 0));

  const pdf: Pdf = new PDFKit({
    size: 'A4',
    layout: isPlateOnly && run.plateType === 'RECTANGULAR_384' ? 'landscape' : 'portrait',
    margin: MARGIN,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    info: {
      Title: title,
      Creator: `Curvewell ${facts.softwareVersion}`,
      CreationDate: new Date(facts.exportedAt),
    },
  });
  gatherOperators(pdf);
  registerFonts(pdf);
  declareUniversalAccess(pdf);
  const json = JSON.stringify(
    reportDocument({ run, check: report.checked.check, wells, samples, combined, facts }),
  );
  attachDocument(pdf, json, { name: `${title}.json`, exportedAt: new Date(facts.exportedAt) });
  const isNumbered = hasNumbered(json);
  const bytes = buffer(pdf);
  tagDocument(pdf, (part) => {
    if (isPlateOnly) drawWholePlates(part, { ...report, wells });
    else writeBody(part, { ...report, wells, isNumbered });
    if (certificate !== null)
      placeSignature(part, { ...certificate, at: new Date(facts.exportedAt), isStamped: stamps !== null });
  });
  writeFrames(pdf, run, facts);
  pdf.end();
  return certificate === null ? bytes : signPdf(await bytes, certificate, stamps?.stamp);
}

interface Body extends Report {
  /** Whether the report shows characters as Unicode numbers. */
  readonly isNumbered: boolean;
}

function writeBody(part: Part, body: Body): void {
  const { run, checked, rows, samples, combined, table, wells, facts, isNumbered } = body;
  const { pdf } = part;
  const signed = group(part, 'Sect', (first) => {
    const facted = writeFacts(first, run, { facts, y: contentBox(pdf).top });
    const noted = isNumbered ? writeLine(first, { text: NUMBERED_NOTE }, facted) + 4 : facted;
    const checkEnd = writeCheck(first, { checked, run }, writeTrial(first, run, noted));
    const summarised = writeSummary(first, { wells, rows, y: checkEnd });
    return drawPlates(first, { run, wells, y: summarised });
  });
  group(part, 'Sect', (section) => {
    const height = signaturesHeight(pdf, run, facts);
    writeSignatures(section, run, { facts, y: roomFor(pdf, { y: signed, height }) });
  });
  if (table !== null)
    group(part, 'Sect', (section) => {
      writeSampleTable(section, table);
    });
  if (samples.length > 0)
    group(part, 'Sect', (section) => {
      writeSamples(section, samples);
    });
  const tabled = group(part, 'Sect', (section) => writeTable(section, rows));
  const codes = codeCells(rows, combined);
  if (codes.length > 0)
    group(part, 'Sect', (section) => {
      writeCodes(section, { codes, y: tabled + 12 });
    });
  group(part, 'Sect', (section) => {
    drawCurves(section, wells, rows);
  });
}

/** Returns the bottom edge. */
function writeTrial(part: Part, { isTrial, trialLots }: Run, y: number): number {
  if (!isTrial) return y;
  const text = `${TRIAL_NOTICE}. ${trialNotApproved(trialLots)}`;
  return writeLine(part, { text, isFramed: true, isDanger: true }, y) + 4;
}

type Channels = Pick<Report, 'run' | 'wells'>;

/** The wells by channel, without empty channels. */
function byChannel({ run, wells }: Channels) {
  return run.analyses
    .map(({ channel }) => ({ channel, ofChannel: wells.filter((well) => well.channel === channel) }))
    .filter(({ ofChannel }) => ofChannel.length > 0);
}

/** Minimum fraction of the page width for a plate; below it, the plate gets its own page. */
const MIN_PLATE = 0.8;

/** Draws plates at full width, or slightly smaller where that saves a page. Returns the bottom edge. */
function drawPlates(part: Part, { run, wells, y }: Channels & { readonly y: number }): number {
  const { pdf } = part;
  const { plateType } = run;
  return byChannel({ run, wells }).reduce((at, { channel, ofChannel }) => {
    const { width, top, bottom } = contentBox(pdf);
    const whole = pitchIn(plateType, { width, height: bottom - top });
    const here = Math.min(whole, pitchIn(plateType, { width, height: bottom - at }));
    const pitch = here >= whole * MIN_PLATE ? here : whole;
    const from = roomFor(pdf, { y: at, height: plateHeight(plateType, pitch) - 1 });
    return drawPlate(part, { plateType, channel, wells: ofChannel, pitch, y: from });
  }, y);
}

/** Draws each channel on its own page, as large as possible. */
function drawWholePlates(part: Part, { run, wells }: Channels): void {
  const { pdf } = part;
  const looks = wells.map((well) => resultLook(well));
  const isNumbered = hasNumbered(looks.map(({ code, label }) => code + label).join(''));
  for (const [index, { channel, ofChannel }] of byChannel({ run, wells }).entries()) {
    if (index > 0) pdf.addPage();
    const { width, top: begin, bottom } = contentBox(pdf);
    const top = isNumbered && index === 0 ? writeLine(part, { text: NUMBERED_NOTE }, begin) + 4 : begin;
    const pitch = pitchIn(run.plateType, { width, height: bottom - top });
    drawPlate(part, { plateType: run.plateType, channel, wells: ofChannel, pitch, y: top });
  }
}
