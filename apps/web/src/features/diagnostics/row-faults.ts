import {
  diagnosticFaults,
  diagnosticFaultText,
  diagnosticLettersSchema,
  diagnosticNameSchema,
  lisCodeSchema,
  loincSchema,
  snomedCtSchema,
  type DiagnosticFault,
} from '@curvewell/domain';
import type { DraftRow } from './draft-row.ts';

/** What is wrong with a row, one sentence. */
export interface RowFault {
  readonly field: DiagnosticFault['field'] | 'snomedCt' | 'loinc';
  readonly text: string;
}

const optional = (typed: string): string | undefined => typed.trim() || undefined;

/** What is wrong in a field by itself; undefined: nothing. */
function formatFault({ name, letters, lisCode, snomedCt, loinc }: DraftRow): RowFault | undefined {
  const checks = [
    ['name', diagnosticNameSchema, name?.trim()],
    ['letters', diagnosticLettersSchema, optional(letters)],
    ['lisCode', lisCodeSchema, optional(lisCode)],
    ['snomedCt', snomedCtSchema, optional(snomedCt)],
    ['loinc', loincSchema, optional(loinc)],
  ] as const;
  for (const [field, schema, typed] of checks) {
    const message = typed === undefined ? undefined : schema.safeParse(typed).error?.issues[0]?.message;
    if (message !== undefined) return { field, text: asSentence(message) };
  }
  return undefined;
}

const asSentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** The first fault of each complete row of one kit, by row key. */
export function rowFaults(ofKit: readonly DraftRow[]): ReadonlyMap<string, RowFault> {
  const faults = new Map<string, RowFault>();
  for (const row of ofKit) {
    const fault = formatFault(row);
    if (fault !== undefined) faults.set(row.key, fault);
  }
  const diagnostics = ofKit.map(({ name, label, letters, lisCode, meaning }) => ({
    name: name?.trim() ?? '',
    label: label.trim(),
    letters: optional(letters),
    lisCode: optional(lisCode),
    meaning: meaning ?? undefined,
  }));
  for (const fault of diagnosticFaults(diagnostics)) {
    const key = ofKit[fault.index]?.key ?? '';
    if (!faults.has(key)) faults.set(key, { field: fault.field, text: diagnosticFaultText(fault) });
  }
  return faults;
}
