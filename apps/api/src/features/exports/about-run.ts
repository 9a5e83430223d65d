import { RUN_STATUS_LABEL, type Run, type RunFact, type RunStatus, isDecidedStatus } from '@curvewell/domain';

import type { ReportedCheck } from '../decisions/index.ts';
import type { ExportRow } from './export-rows.ts';
import { noticeOf, type ReportFacts } from './report-facts.ts';

const REJECTED_NOTICE = 'REJECTED: not a result';

/** The notice in every row of a table, which may be read without the page that states the status; null: none. */
export function rowNotice(run: Pick<Run, 'isTrial' | 'status'>, facts: Pick<ReportFacts, 'isChanged'>) {
  const notice = noticeOf(run, facts);
  if (run.status !== 'REJECTED') return notice;
  return notice === null ? REJECTED_NOTICE : `${REJECTED_NOTICE} · ${notice}`;
}

/** The status of the run, and the remarks on a row: those of the check, or why there is no check. */
export const aboutRun = ({ status }: Pick<Run, 'status'>, checked: ReportedCheck) => ({
  status: statusOf(status),
  remarksOn: (row: ExportRow): string =>
    checked.check === null
      ? checked.why
      : remarksOn(checked.check.doubts.facts, [row])
          .map(({ text }) => text)
          .join(' '),
});

function statusOf(status: RunStatus): string {
  const label = RUN_STATUS_LABEL[status];
  return isDecidedStatus(status) ? label : `NOT APPROVED: ${label}`;
}

/** The remarks that apply to one of the rows; remarks without positions apply to all. */
export function remarksOn(remarks: readonly RunFact[], rows: readonly ExportRow[]): readonly RunFact[] {
  const positions = new Set(rows.map(({ position }) => position));
  return remarks.filter(
    (remark) => remark.positions.length === 0 || remark.positions.some((position) => positions.has(position)),
  );
}
