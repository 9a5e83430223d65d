import { z } from 'zod';

import { diagnosticColorSchema, type DiagnosticColor, type DiagnosticName } from './diagnostic-color.ts';
import { idSchema, instantSchema } from './fields.ts';
import type { SampleType } from './plate.ts';

/** `INITIAL`: what the algorithm suggested; `UPDATED`: what a person set in its place. */
export const interpretedWellDiagnosticSchema = z.object({
  id: idSchema,
  stateDiagnostic: z.enum(['INITIAL', 'UPDATED']),
  diagnosticColor: diagnosticColorSchema.nullable(),
  comment: z.string().nullable(),
  byName: z.string(),
  at: instantSchema,
  /** It takes back the change that counted before it. */
  isUndo: z.boolean().optional(),
});
export type InterpretedWellDiagnostic = z.infer<typeof interpretedWellDiagnosticSchema>;

/** How long after a change its author may take it back without a reason. */
export const UNDO_LIMIT_MS = 10 * 60_000;

/** Of the changes of one well, in order, those that nobody has taken back; the last one counts. */
export function effectiveChanges<Change extends { readonly isUndo?: boolean | undefined }>(
  changes: readonly Change[],
): Change[] {
  const effective: Change[] = [];
  for (const change of changes) {
    if (change.isUndo === true) effective.pop();
    else effective.push(change);
  }
  return effective;
}

/** Stands for No call where a result is given by name alone. */
export const NO_CALL = 'NO_CALL';
/** The same in words. */
export const NO_CALL_LABEL = 'No call';

const RESULTS_OF_CONTROLS: readonly DiagnosticName[] = ['TEST_OK', 'TEST_KO'];

/**
 * Whether a well may be set to a diagnostic by hand; null: No call. A sample has the diagnostics of its kit and
 * No call, a standard the diagnostics of its kit, a control Test OK and Test KO.
 */
export function maySetDiagnostic(sampleType: SampleType, diagnostic: DiagnosticName | null): boolean {
  const isOfControl = diagnostic !== null && RESULTS_OF_CONTROLS.includes(diagnostic);
  switch (sampleType) {
    case 'BLOOD':
    case 'DNA':
      return !isOfControl;
    case 'STANDARD':
      return diagnostic !== null && !isOfControl;
    case 'NEGATIVE_TEST':
    case 'POSITIVE_TEST':
      return isOfControl;
  }
}

/** What a well may be set to, of the diagnostics of its kit and of controls; null: No call. */
export const diagnosticsForSample = (
  sampleType: SampleType,
  diagnostics: readonly DiagnosticColor[],
): (DiagnosticColor | null)[] =>
  [...diagnostics, null].filter((one) => maySetDiagnostic(sampleType, one?.diagnostic.name ?? null));
