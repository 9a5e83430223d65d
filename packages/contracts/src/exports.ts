import { z } from 'zod';

import { anyOf, call, signedIn } from './call.ts';
import { idSchema } from './fields.ts';
import type { Run } from './run.ts';
import { lineSchema } from './text.ts';

export const exportFormatSchema = z.enum(['PDF', 'XLSX', 'CSV']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

export const csvDelimiterSchema = z.enum([';', ',', '|']);

/** Media types that an export can have; a zip when it is grouped by well name. */
export const EXPORT_MEDIA_TYPE = {
  PDF: 'application/pdf',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  CSV: 'text/csv; charset=utf-8',
} as const satisfies Record<ExportFormat, string>;

export const exportRequestSchema = z.strictObject({
  /** Empty: every analysed well. */
  wellIds: z
    .array(idSchema)
    .max(2 * 384)
    .default([]),
  /** Only these kits and buffers; empty: all. */
  kitReactionBuffers: z
    .array(z.strictObject({ kitId: idSchema, reactionBufferId: idSchema }))
    .max(50)
    .default([]),
  format: exportFormatSchema.default('PDF'),
  isExportAsPlate: z.boolean().default(false),
  /** Wells row by row or column by column. */
  sortDirection: z.enum(['ROW', 'COLUMN']).default('ROW'),
  csvDelimiter: csvDelimiterSchema.default(';'),
  csvShowTrailing: z.boolean().default(true),
  groupByWellName: z.boolean().default(false),
  fileName: lineSchema.max(100).optional(),
});
export type ExportRequest = z.infer<typeof exportRequestSchema>;

export const EXPORT_ENDING = {
  PDF: 'pdf',
  XLSX: 'xlsx',
  CSV: 'csv',
} as const satisfies Record<ExportFormat, string>;

/** A whole run for another system: a LIS, a clinical system that takes FHIR, a tool that reads melting curves. */
export const resultFormatSchema = z.enum(['LIS_CSV', 'FHIR', 'RDML']);
export type ResultFormat = z.infer<typeof resultFormatSchema>;

/** What such a file is called, how its name ends, and its media type. RDML has none of its own: it is a zip. */
export const RESULT_FILE = {
  LIS_CSV: { label: 'CSV for a LIS', ending: 'lis.csv', mediaType: 'text/csv; charset=utf-8' },
  FHIR: { label: 'FHIR R4', ending: 'fhir.json', mediaType: 'application/fhir+json' },
  RDML: { label: 'RDML', ending: 'rdml', mediaType: 'application/zip' },
} as const satisfies Record<ResultFormat, { label: string; ending: string; mediaType: string }>;

/** A text as a part of a file's name: letters, digits and few signs. */
export function fileNamePart(text: string): string {
  return text.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 100);
}

/** What an export is called, without the ending of its file: `1284_LCT_plate-07_20261120`. */
export function exportTitle(
  { businessId, name }: Pick<Run, 'businessId' | 'name'>,
  { fileName, day }: { readonly fileName?: string | undefined; readonly day: string },
): string {
  return fileNamePart(`${businessId}_${fileName ?? name}_${day.replaceAll('-', '')}`);
}

const runParams = z.strictObject({ runId: idSchema });
const exportFile = { mediaTypes: [...Object.values(EXPORT_MEDIA_TYPE), 'application/zip'] };

export const exportCalls = {
  run: call({
    id: 'API-15',
    summary: 'The wells of a run as PDF, XLSX or CSV; a zip when grouped by well name',
    method: 'POST',
    path: '/run/export/:runId',
    costMs: 500,
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    body: exportRequestSchema,
    file: exportFile,
    errors: ['record-changed', 'not-configured'],
  }),
  archivedRun: call({
    id: 'API-16',
    summary: 'The same for an archived run',
    method: 'POST',
    path: '/run/archive/:runId/export',
    costMs: 500,
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    body: exportRequestSchema,
    file: exportFile,
    errors: ['record-changed', 'not-configured'],
  }),
  results: call({
    id: 'API-232',
    summary: 'The results of a run, live or archived, for another system: CSV for a LIS, FHIR R4, RDML',
    method: 'POST',
    path: '/run/export/:runId/results',
    costMs: 600,
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    body: z.strictObject({ format: resultFormatSchema }),
    file: { mediaTypes: Object.values(RESULT_FILE).map(({ mediaType }) => mediaType) },
    errors: ['illegal-transition', 'record-changed'],
  }),
  /** For those who decide: the original files are in it. */
  record: call({
    id: 'API-240',
    summary:
      'The signed record of a decided run, live or archived, with all that is needed to check it elsewhere',
    method: 'POST',
    path: '/run/export/:runId/record',
    costMs: 1000,
    access: anyOf('WRITE_DIAGNOSTIC'),
    scope: 'laboratory',
    params: runParams,
    file: { mediaTypes: ['application/zip'] },
    errors: ['not-configured'],
  }),
};
