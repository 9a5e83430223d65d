import {
  EXPORT_MEDIA_TYPE,
  exportFormatSchema,
  idSchema,
  lineSchema,
  MAX_CHANNELS,
  RESULT_FILE,
  resultFormatSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call, signedIn } from './call.ts';

export const csvDelimiterSchema = z.enum([';', ',', '|']);

export const exportRequestSchema = z.strictObject({
  /** Empty: every analysed well. */
  wellIds: z
    .array(idSchema)
    .max(MAX_CHANNELS * 384)
    .default([]),
  /** A report about one sample: the one in this well, with all its wells and nothing about others. */
  sampleWellId: idSchema.optional(),
  /** Only these kits and buffers; empty: all. */
  kitReactionBuffers: z
    .array(z.strictObject({ kitId: idSchema, reactionBufferId: idSchema }))
    .max(50)
    .default([]),
  format: exportFormatSchema.default('PDF'),
  isExportAsPlate: z.boolean().default(false),
  /** The order of wells: by row or by column. */
  sortDirection: z.enum(['ROW', 'COLUMN']).default('ROW'),
  csvDelimiter: csvDelimiterSchema.default(';'),
  csvShowTrailing: z.boolean().default(true),
  groupByWellName: z.boolean().default(false),
  /** Adds the table by sample to a PDF or workbook, even if no kit has channel rules. */
  isBySample: z.boolean().default(false),
  fileName: lineSchema.max(100).optional(),
});
export type ExportRequest = z.infer<typeof exportRequestSchema>;

const exportFile = { mediaTypes: [...Object.values(EXPORT_MEDIA_TYPE), 'application/zip'] };

export const exportCalls = {
  run: call({
    id: 'API-15',
    summary: 'Export the wells of a run as PDF, XLSX or CSV, or as a zip when grouped by well name',
    method: 'POST',
    path: '/run/export/:runId',
    costMs: 500,
    access: signedIn,
    scope: 'laboratory',
    body: exportRequestSchema,
    bodyBytes: 128 * 1024,
    file: exportFile,
    errors: ['record-changed', 'not-configured'],
  }),
  archivedRun: call({
    id: 'API-16',
    summary: 'Export the wells of an archived run',
    method: 'POST',
    path: '/run/archive/:runId/export',
    costMs: 500,
    access: signedIn,
    scope: 'laboratory',
    body: exportRequestSchema,
    bodyBytes: 128 * 1024,
    file: exportFile,
    errors: ['record-changed', 'not-configured'],
  }),
  results: call({
    id: 'API-232',
    summary: 'Export the results of a run, archived or not, for another system: CSV for a LIS, FHIR R4, RDML',
    method: 'POST',
    path: '/run/export/:runId/results',
    costMs: 600,
    access: signedIn,
    scope: 'laboratory',
    body: z.strictObject({ format: resultFormatSchema }),
    file: { mediaTypes: Object.values(RESULT_FILE).map(({ mediaType }) => mediaType) },
    errors: ['illegal-transition', 'record-changed'],
  }),
  /** For users who decide, because it contains the original files. */
  record: call({
    id: 'API-240',
    summary: 'Export the signed record of a decided run, archived or not, for a check elsewhere',
    method: 'POST',
    path: '/run/export/:runId/record',
    costMs: 1000,
    access: anyOf('WRITE_DIAGNOSTIC'),
    scope: 'laboratory',
    file: { mediaTypes: ['application/zip'] },
    errors: ['not-configured'],
  }),
};
