import { z } from 'zod';

import { diagnosticColorSchema, meaningOf, type DiagnosticColor } from '../diagnostics/diagnostic-color.ts';
import { idSchema, instantSchema } from '../text/fields.ts';
import type { SampleType } from '../plate/plate.ts';

/** `INITIAL`: the suggested diagnostic; `UPDATED`: an override. */
export const interpretedWellDiagnosticSchema = z.object({
  id: idSchema,
  stateDiagnostic: z.enum(['INITIAL', 'UPDATED']),
  diagnosticColor: diagnosticColorSchema.nullable(),
  comment: z.string().nullable(),
  byName: z.string(),
  at: instantSchema,
  /** It undoes the previous override. */
  isUndo: z.boolean().optional(),
});
export type InterpretedWellDiagnostic = z.infer<typeof interpretedWellDiagnosticSchema>;

/** How long the author of an override may undo it without a reason. */
export const UNDO_LIMIT_MS = 10 * 60_000;

/** The overrides of a well in order, without undone ones; the last one counts. */
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

/** Represents No call where a result is given by name. */
export const NO_CALL = 'NO_CALL';
export const NO_CALL_LABEL = 'No call';

const RESULTS_OF_CONTROLS = ['TEST_OK', 'TEST_KO'];

/**
 * Whether a well may be overridden to a diagnostic; null: No call. A sample may have the kit's diagnostics
 * other than those of controls, and No call, a standard the kit's diagnostics, a control Test OK and Test KO.
 */
export function maySetDiagnostic(
  sampleType: SampleType,
  color: Pick<DiagnosticColor, 'diagnostic' | 'meaning'> | null,
): boolean {
  const isOfControl = color !== null && RESULTS_OF_CONTROLS.includes(color.diagnostic.name);
  switch (sampleType) {
    case 'BLOOD':
    case 'DNA':
      return color === null || meaningOf(color) !== 'control';
    case 'STANDARD':
      return color !== null && !isOfControl;
    case 'NEGATIVE_TEST':
    case 'POSITIVE_TEST':
      return isOfControl;
  }
}

/** The diagnostics, of the kit and of controls, that a well may be overridden to; null: No call. */
export const diagnosticsForSample = (
  sampleType: SampleType,
  diagnostics: readonly DiagnosticColor[],
): (DiagnosticColor | null)[] => [...diagnostics, null].filter((one) => maySetDiagnostic(sampleType, one));
