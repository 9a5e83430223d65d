import { RUN_STATUS_LABEL, type Run, type RunFact } from '@curvewell/domain';

import type { ReportedCheck } from '../decisions/index.ts';
import type { ExportRow } from './export-rows.ts';
import { noticeOf, type ReportFacts } from './report-facts.ts';

const REJECTED_NOTICE = 'REJECTED: not a result';
const OPEN_NOTICE = 'NOT APPROVED: not a final result';

/** The notice in every row of a table, which may be read without the page that states the status; null: none. */
export function rowNotice(run: Pick<Run, 'isTrial' | 'status'>, facts: Pick<ReportFacts, 'isChanged'>) {
  const notice = noticeOf(run, facts);
  if (run.status === 'APPROVED') return notice;
  const state = run.status === 'REJECTED' ? REJECTED_NOTICE : OPEN_NOTICE;
  return notice === null ? state : `${state} · ${notice}`;
}

/** The status of the run, and the remarks on a row: those of the check, or why there is no check. */
export const aboutRun = ({ status }: Pick<Run, 'status'>, checked: ReportedCheck) => ({
  status: RUN_STATUS_LABEL[status],
  remarksOn: (row: ExportRow): string =>
    checked.check === null
      ? checked.why
      : remarksOn(checked.check.doubts.facts, [row])
          .map(({ text }) => text)
          .join(' '),
});

/** The remarks that apply to one of the rows; remarks without positions apply to all. */
export function remarksOn(remarks: readonly RunFact[], rows: readonly ExportRow[]): readonly RunFact[] {
  const positions = new Set(rows.map(({ position }) => position));
  return remarks.filter(
    (remark) => remark.positions.length === 0 || remark.positions.some((position) => positions.has(position)),
  );
}
