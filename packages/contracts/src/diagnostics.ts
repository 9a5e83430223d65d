import {
  colorSchema,
  diagnosticLettersSchema,
  diagnosticMeaningSchema,
  newDiagnosticNameSchema,
  diagnosticRowSchema,
  idSchema,
  lisCodeSchema,
  loincSchema,
  nameSchema,
  revisionSchema,
  snomedCtSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call } from './call.ts';

export const saveDiagnosticRowSchema = z
  .strictObject({
    /** Omitted for a new row. */
    id: idSchema.optional(),
    /** The revision that the change is based on. */
    revision: revisionSchema.optional(),
    /** A name of the catalogue, or the kit's own. */
    name: newDiagnosticNameSchema,
    kitId: idSchema,
    label: nameSchema,
    color: colorSchema,
    active: z.boolean().default(true),
    /** Of the next five: null: none, or as the catalogue has it; omitted: as before, or null with another name. */
    letters: diagnosticLettersSchema.nullable().optional(),
    lisCode: lisCodeSchema.nullable().optional(),
    snomedCt: snomedCtSchema.nullable().optional(),
    loinc: loincSchema.nullable().optional(),
    meaning: diagnosticMeaningSchema.nullable().optional(),
    /** Deletes the row, which nothing may use. */
    removed: z.literal(true).optional(),
  })
  .refine(({ id, revision }) => (id === undefined) === (revision === undefined), {
    path: ['revision'],
    error: 'A change names the revision that it was made on; a new row has none.',
  })
  .refine(({ id, removed }) => removed === undefined || id !== undefined, {
    path: ['removed'],
    error: 'Only a stored row can be deleted.',
  });

export const diagnosticCalls = {
  save: call({
    id: 'API-53',
    summary: 'Save the diagnostic table',
    method: 'PUT',
    path: '/diagnostics/kit',
    access: anyOf('WRITE_DIAGNOSTIC'),
    scope: 'global',
    body: z.array(saveDiagnosticRowSchema).max(500),
    bodyBytes: 256 * 1024,
    answer: z.array(diagnosticRowSchema),
    errors: ['name-taken', 'stale'],
  }),
  labels: call({
    id: 'API-54',
    summary: 'Get the diagnostic table',
    method: 'GET',
    path: '/diagnostics/kit/labels',
    access: anyOf('WRITE_DIAGNOSTIC'),
    scope: 'global',
    answer: z.array(diagnosticRowSchema),
  }),
};
