import type { saveDiagnosticRowSchema } from '@curvewell/contracts';
import type { z } from 'zod';

import { newId } from '../../database/new-id.ts';
import { AppError } from '../../errors.ts';
import type { DiagnosticColor as StoredRow } from '../../generated/prisma/client.ts';

export type SentRow = z.output<typeof saveDiagnosticRowSchema>;

/** The stored row, null when it is new, and the row to store. */
export interface Change {
  readonly from: StoredRow | null;
  readonly to: StoredRow;
}

/** A row to delete, with the revision that the caller saw. */
export interface Removal {
  readonly row: StoredRow;
  readonly revision: number;
}

/** The changed and new rows among the sent ones, in their order. @throws AppError `invalid-request` */
export function changesOf(sent: readonly SentRow[], stored: readonly StoredRow[]): Change[] {
  const sizes = new Map<string | null, number>();
  for (const { kitId, order } of stored) sizes.set(kitId, Math.max(sizes.get(kitId) ?? 0, order + 1));
  return sent.flatMap((row, index) => {
    const { id, revision, name, kitId, label, color, active, removed } = row;
    if (removed === true) return [];
    const words = { kitId, diagnosticName: name, label, color, active };
    if (id === undefined) {
      const order = sizes.get(kitId) ?? 0;
      sizes.set(kitId, order + 1);
      return { from: null, to: { id: newId(), order, revision: 1, ...words, ...partsOf(row, null) } };
    }
    const from = storedRow(stored, { id, index });
    // Letters, codes and meaning belong to the name: another name does not inherit those that are not sent.
    const parts = partsOf(row, from.diagnosticName === name ? from : null);
    const to = { ...from, ...words, ...parts, revision: revision ?? from.revision };
    return isSame(from, to) ? [] : { from, to };
  });
}

/** The rows to delete. @throws AppError `invalid-request` */
export const removalsOf = (sent: readonly SentRow[], stored: readonly StoredRow[]): Removal[] =>
  sent.flatMap(({ id, revision, removed }, index) => {
    if (removed !== true) return [];
    const row = storedRow(stored, { id: id ?? '', index });
    return { row, revision: revision ?? row.revision };
  });

function storedRow(
  stored: readonly StoredRow[],
  { id, index }: { readonly id: string; readonly index: number },
): StoredRow {
  const row = stored.find((one) => one.id === id);
  if (row === undefined) throw rowError(index, 'id', 'This row does not exist.');
  return row;
}

type Parts = Pick<StoredRow, 'letters' | 'lisCode' | 'snomedCt' | 'loinc' | 'meaning'>;

/** The sent parts; omitted ones are as stored. */
const partsOf = (
  sent: { readonly [Part in keyof Parts]?: Parts[Part] | undefined },
  from: StoredRow | null,
): Parts => ({
  letters: sent.letters === undefined ? (from?.letters ?? null) : sent.letters,
  lisCode: sent.lisCode === undefined ? (from?.lisCode ?? null) : sent.lisCode,
  snomedCt: sent.snomedCt === undefined ? (from?.snomedCt ?? null) : sent.snomedCt,
  loinc: sent.loinc === undefined ? (from?.loinc ?? null) : sent.loinc,
  meaning: sent.meaning === undefined ? (from?.meaning ?? null) : sent.meaning,
});

const FIELDS = ['label', 'color', 'active', 'letters', 'lisCode', 'snomedCt', 'loinc'] as const;

const isSame = (from: StoredRow, to: StoredRow): boolean =>
  isSameMeaning(from, to) && FIELDS.every((field) => from[field] === to[field]);

/** Whether kit, name and meaning are the same, which are fixed once a row is used. */
export const isSameMeaning = (from: StoredRow, to: StoredRow): boolean =>
  from.kitId === to.kitId && from.diagnosticName === to.diagnosticName && from.meaning === to.meaning;

export const rowError = (index: number, field: string, message: string): AppError =>
  new AppError('invalid-request', message, { issues: [{ path: ['body', index, field], message }] });
