import { z } from 'zod';

import { anyOf, call } from './call.ts';
import { colorSchema, diagnosticColorSchema, diagnosticNameSchema } from './diagnostic-color.ts';
import { idSchema, namedSchema, nameSchema, revisionSchema } from './fields.ts';

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
  /** How many kit versions have a rule that names it. */
  versions: z.int(),
  /** A rule, a well or a template names it: its kit and its diagnostic stay. */
  isUsed: z.boolean(),
  /** A change names the one that it was made on. */
  revision: revisionSchema,
});
export type DiagnosticRow = z.infer<typeof diagnosticRowSchema>;

export const saveDiagnosticRowSchema = z
  .strictObject({
    /** Absent for a new row. */
    id: idSchema.optional(),
    /** The one that a change was made on. */
    revision: revisionSchema.optional(),
    name: diagnosticNameSchema,
    kitId: idSchema,
    label: nameSchema,
    color: colorSchema,
    active: z.boolean().default(true),
  })
  .refine(({ id, revision }) => (id === undefined) === (revision === undefined), {
    path: ['revision'],
    error: 'A change names the revision that it was made on; a new row has none.',
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
    bodyBytes: 256 * 1024,
    answer: z.array(diagnosticRowSchema),
    errors: ['name-taken', 'stale'],
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
