import { z } from 'zod';

import { anyOf, call } from './call.ts';
import { colorSchema, diagnosticColorSchema, diagnosticNameSchema } from './diagnostic-color.ts';
import { idSchema, namedSchema, nameSchema } from './paging.ts';

/** One row of the diagnostic table: how a kit names and paints a diagnostic. */
export const diagnosticRowSchema = z.object({
  id: idSchema,
  name: diagnosticNameSchema,
  order: z.int(),
  active: z.boolean(),
  kit: namedSchema,
  kits: z.array(namedSchema),
  label: z.string(),
  diagnosticColor: diagnosticColorSchema,
});
export type DiagnosticRow = z.infer<typeof diagnosticRowSchema>;

export const saveDiagnosticRowSchema = z.strictObject({
  /** Absent for a new row. */
  id: idSchema.optional(),
  name: diagnosticNameSchema,
  kitId: idSchema,
  label: nameSchema,
  color: colorSchema,
  active: z.boolean().default(true),
});

export const diagnosticCalls = {
  save: call({
    id: 'API-53',
    summary: 'Saves the diagnostic table',
    method: 'PUT',
    path: '/diagnostics/kit',
    access: anyOf('WRITE_DIAGNOSTIC'),
    scope: 'global',
    body: z.array(saveDiagnosticRowSchema).max(500),
    answer: z.array(diagnosticRowSchema),
    errors: ['name-taken'],
  }),
  labels: call({
    id: 'API-54',
    summary: 'The diagnostic table',
    method: 'GET',
    path: '/diagnostics/kit/labels',
    access: anyOf('WRITE_DIAGNOSTIC'),
    scope: 'global',
    answer: z.array(diagnosticRowSchema),
  }),
};

const jsonFile = { mediaTypes: ['application/json'] };
const importFields = z.strictObject({ versionName: nameSchema.optional() });

/** Moving kits and lots between installations. */
export const importExportCalls = {
  exportKit: call({
    id: 'API-55',
    summary: 'A kit version as a JSON document',
    method: 'GET',
    path: '/export/kit/:kitId/version/:versionId',
    access: anyOf('EXPORT_KIT'),
    scope: 'global',
    params: z.strictObject({ kitId: idSchema, versionId: idSchema }),
    file: jsonFile,
  }),
  importKit: call({
    id: 'API-56',
    summary: 'Makes a kit version from an exported document',
    method: 'POST',
    path: '/import/kit/version',
    access: anyOf('IMPORT_KIT'),
    scope: 'global',
    files: { field: 'file', max: 1 },
    body: importFields,
    answer: z.object({ kit: namedSchema, version: z.string() }),
    errors: ['name-taken', 'unsupported-file', 'unreadable-file'],
  }),
  exportLots: call({
    id: 'API-57',
    summary: 'Lots of a kit version as a JSON document',
    method: 'GET',
    path: '/export/version/:versionId/lot',
    access: anyOf('EXPORT_LOTS'),
    scope: 'global',
    params: z.strictObject({ versionId: idSchema }),
    query: z.strictObject({
      lotIds: z.union([idSchema, z.array(idSchema).min(1).max(500)]).transform((ids) => [ids].flat()),
    }),
    file: jsonFile,
  }),
  importLots: call({
    id: 'API-58',
    summary: 'Makes lots from an exported document',
    method: 'POST',
    path: '/import/lot',
    access: anyOf('IMPORT_LOTS'),
    scope: 'global',
    files: { field: 'file', max: 1 },
    body: importFields,
    answer: z.object({ kit: namedSchema, version: z.string(), lots: z.array(z.string()) }),
    errors: ['name-taken', 'unsupported-file', 'unreadable-file'],
  }),
};
