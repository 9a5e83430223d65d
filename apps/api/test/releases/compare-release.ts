import { unpackPoints, type ChartPoints } from '@curvewell/domain';

import type { RunAnswers } from './ask-release.ts';
import { NEW_FACTS } from './differences.ts';

type Sheets = RunAnswers['xlsx'];
type Rows = readonly (readonly string[])[];

/** The rows of a table by header. */
const byHead = ([heads = [], ...rows]: Rows): Record<string, string>[] =>
  rows.map((row) => Object.fromEntries(heads.map((head, column) => [head, row[column] ?? ''])));

/** Splits CSV; cells with the delimiter or a quote are quoted. */
function csvRows(csv: string): Rows {
  const delimiter = /[;,]/.exec(csv)?.[0] ?? ';';
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${delimiter}]*))(?:${delimiter}|$)`, 'gy');
  return csv
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(0, -1)
    .map((line) =>
      [...`${line}${delimiter}`.matchAll(cell)]
        .slice(0, -1)
        .map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''),
    );
}

export const csvTable = (csv: string | null) => (csv === null ? [] : byHead(csvRows(csv)));

export const sheetTables = (sheets: Sheets) =>
  Object.fromEntries(
    Object.entries(sheets ?? {}).map(([name, rows]) => [
      name,
      byHead(rows).filter(({ Fact = '' }) => !NEW_FACTS.includes(Fact)),
    ]),
  );

/** The words of a report, whatever its line and page breaks. */
export const printed = (text: string): string =>
  text
    .replaceAll(/Demo laboratory North Run \d+ · [A-Z ]+ Curvewell .*? page \d+ of \d+/g, '')
    .replaceAll(/\s+/g, '');

interface Bundle {
  readonly entry: readonly { readonly resource: { readonly dataAbsentReason?: unknown } }[];
}

/**
 * Without the identifiers of the message itself, and without the notes of results that are not stated because their run
 * was rejected or changed: earlier releases repeated the results there.
 */
export const fhirContent = (fhir: unknown) => {
  const bundle = fhir as Bundle;
  return {
    ...bundle,
    id: null,
    timestamp: null,
    entry: bundle.entry.map((entry) => {
      const { resource } = entry;
      const isWithdrawn = JSON.stringify(resource.dataAbsentReason ?? null).includes('"error"');
      return isWithdrawn ? { ...entry, resource: { ...resource, note: null } } : entry;
    }),
  };
};

interface Well {
  readonly position: string;
  readonly channel: string;
  readonly data: readonly {
    readonly type: string;
    readonly peaks: unknown;
    readonly chartPoints: ChartPoints | readonly { readonly x: number; readonly y: number }[];
  }[];
}

/** The points of each curve, with their resolution. */
export const curvesOf = (chart: unknown) =>
  (chart as Well[]).flatMap(({ position, channel, data }) =>
    data.map(({ type, chartPoints }) => {
      const isPacked = 'x' in chartPoints;
      return {
        curve: `${position} ${channel} ${type}`,
        points: isPacked ? unpackPoints(chartPoints) : chartPoints,
        step: isPacked ? 1 / chartPoints.y.scale : 0,
      };
    }),
  );

/** The wells of a chart without points. */
export const callsOf = (chart: unknown) =>
  (chart as (Well & { readonly interpretedWellDiagnostics: readonly unknown[] })[]).map(
    ({ data, interpretedWellDiagnostics: [suggested], ...well }) => ({
      ...well,
      suggested,
      peaks: Object.fromEntries(data.map(({ type, peaks }) => [type, peaks])),
    }),
  );
