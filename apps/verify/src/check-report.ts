import { inflateSync } from 'node:zlib';

import {
  PORTABLE_PARTS,
  reportDifferences,
  reportDocumentSchema,
  type ReportDocument,
} from '@curvewell/domain';

import { fails, holds, type Finding } from './findings.ts';
import type { OpenedRecord } from './opened-record.ts';

const { report: REPORT } = PORTABLE_PARTS;
/** More than the data of any report. */
const LARGEST_DATA = 64 * 1024 * 1024;
/**
 * An attached file as the product writes it: its dictionary, the length of its stream in bytes, and the
 * stream.
 */
const ATTACHED = /\/Type \/EmbeddedFile\b[^]*?\/Length (\d+)[^]*?\bstream\r?\n/g;

/**
 * Checks that the report states what was signed. The report is generated when it is exported, from the rows
 * at that time.
 */
export function checkReport({ parts, record }: OpenedRecord): Finding[] {
  const bytes = parts.get(REPORT);
  // The manifest check reports a missing part.
  if (bytes === undefined) return [];
  const report = reportedData(bytes);
  const differences = reportDifferences(record, report);
  if (differences.length > 0)
    return differences.map(({ what, signed, found }) =>
      fails(REPORT, `${what}: signed ${signed ?? 'nothing'}, the report contains ${found ?? 'nothing'}.`),
    );
  return [
    holds(REPORT, `It matches what was signed: ${report.wells.length} results, the decision and its check.`),
  ];
}

/** The data attached to a report. @throws Error with the reason why there is none */
function reportedData(pdf: Buffer): ReportDocument {
  const text = pdf.toString('latin1');
  const attached = [...text.matchAll(ATTACHED)];
  const [file] = attached;
  if (file === undefined || attached.length > 1)
    throw new Error(`expected one attached file, found ${attached.length}`);
  const begin = file.index + file[0].length;
  const packed = pdf.subarray(begin, begin + Number(file[1]));
  return reportDocumentSchema.parse(
    JSON.parse(inflateSync(packed, { maxOutputLength: LARGEST_DATA }).toString()),
  );
}
