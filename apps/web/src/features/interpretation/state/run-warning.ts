import { CHANGED_NOTICE, TRIAL_NOTICE, type Run } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';

const words = text.print;

/** What a reader of a print or of a copied table must not overlook; null: the run is approved and unchanged. */
export function runWarning({
  status,
  isTrial,
  record,
}: Pick<Run, 'status' | 'isTrial' | 'record'>): string | null {
  const warnings = [
    ...(status === 'APPROVED' ? [] : [status === 'REJECTED' ? words.rejected : words.notApproved]),
    ...(isTrial ? [TRIAL_NOTICE] : []),
    ...(record === 'changed' ? [CHANGED_NOTICE] : []),
  ];
  return warnings.length === 0 ? null : warnings.join(' · ');
}

type Lines = readonly (readonly string[])[];

/** A table whose rows end with what their reader must not overlook. The other columns keep their places. */
export const withNotice = (table: Lines, notice: string | null): Lines =>
  notice === null
    ? table
    : table.map((cells, line) => [...cells, line === 0 ? text.interpretation.results.notice : notice]);
