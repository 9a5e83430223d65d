import { z } from 'zod';

import { diagnosticColorSchema } from './diagnostic-color.ts';
import { idSchema, instantSchema } from './paging.ts';

/** `INITIAL`: what the algorithm suggested; `UPDATED`: what a person set in its place. */
export const interpretedWellDiagnosticSchema = z.object({
  id: idSchema,
  stateDiagnostic: z.enum(['INITIAL', 'UPDATED']),
  diagnosticColor: diagnosticColorSchema.nullable(),
  comment: z.string().nullable(),
  byName: z.string(),
  at: instantSchema,
});
export type InterpretedWellDiagnostic = z.infer<typeof interpretedWellDiagnosticSchema>;
