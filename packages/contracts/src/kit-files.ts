import { kitDocumentSchema, kitOwnerSchema, namedSchema } from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call } from './call.ts';
import { documentFile, jsonFile, transferFields } from './transfer.ts';

/** Kit versions as files: export, import and comparison. */
export const callsOfKitFiles = {
  exportVersion: call({
    id: 'API-55',
    summary: 'Export a kit version as a JSON document',
    method: 'GET',
    path: '/export/kit/:kitId/version/:versionId',
    costMs: 50,
    access: anyOf('EXPORT_KIT'),
    scope: 'global',
    file: jsonFile,
  }),
  document: call({
    id: 'API-55',
    summary: 'Get the document of a kit version to compare a file with',
    method: 'GET',
    path: '/kit/:kitId/version/:versionId/document',
    costMs: 50,
    access: anyOf('IMPORT_KIT', 'EXPORT_KIT'),
    scope: 'global',
    answer: kitDocumentSchema,
  }),
  importVersion: call({
    id: 'API-56',
    summary: 'Import a kit version from an exported document',
    method: 'POST',
    path: '/import/kit/version',
    costMs: 300,
    access: anyOf('IMPORT_KIT'),
    scope: 'global',
    files: documentFile,
    body: transferFields.extend({
      owner: kitOwnerSchema
        .optional()
        .describe(
          'Whose kit gets the version. Omitted: the kit with its name that the caller sees, that of the laboratory first; ' +
            'if there is none, a new kit of the laboratory. A new kit of all needs `SUPER_ADMIN`.',
        ),
    }),
    answer: z.object({
      kit: namedSchema.extend({ owner: namedSchema.nullable() }),
      version: z.string(),
      /** Warnings about settings that are allowed but rarely intended, one sentence each. */
      warnings: z.array(z.string()).optional(),
    }),
    errors: ['name-taken', 'locked', 'unsupported-file', 'unreadable-file'],
  }),
};
