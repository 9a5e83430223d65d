import { z } from 'zod';

import type { Run } from '../run/run.ts';

export const exportFormatSchema = z.enum(['PDF', 'XLSX', 'CSV']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** Media types of exports; a zip when grouped by well name. */
export const EXPORT_MEDIA_TYPE = {
  PDF: 'application/pdf',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  CSV: 'text/csv; charset=utf-8',
} as const satisfies Record<ExportFormat, string>;

export const EXPORT_ENDING = {
  PDF: 'pdf',
  XLSX: 'xlsx',
  CSV: 'csv',
} as const satisfies Record<ExportFormat, string>;

/**
 * Formats of a whole run for other systems: a LIS, a clinical system with FHIR, a tool for melting curves.
 */
export const resultFormatSchema = z.enum(['LIS_CSV', 'FHIR', 'RDML']);
export type ResultFormat = z.infer<typeof resultFormatSchema>;

/** The name, extension and media type of such a file. RDML has no media type of its own: it is a zip. */
export const RESULT_FILE = {
  LIS_CSV: { label: 'CSV for a LIS', ending: 'lis.csv', mediaType: 'text/csv; charset=utf-8' },
  FHIR: { label: 'FHIR R4', ending: 'fhir.json', mediaType: 'application/fhir+json' },
  RDML: { label: 'RDML', ending: 'rdml', mediaType: 'application/zip' },
} as const satisfies Record<ResultFormat, { label: string; ending: string; mediaType: string }>;

/** A text as a part of a file name: letters, digits and a few symbols. */
export function fileNamePart(text: string): string {
  return text.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 100);
}

/** The name of an export without extension: `1284_LCT_plate-07_20261120`. */
export function exportTitle(
  { businessId, name }: Pick<Run, 'businessId' | 'name'>,
  { fileName, day }: { readonly fileName?: string | undefined; readonly day: string },
): string {
  return fileNamePart(`${businessId}_${fileName ?? name}_${day.replaceAll('-', '')}`);
}
