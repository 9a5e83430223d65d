import type { AuditEntry, RecordDifference } from '@curvewell/domain';
import { hashOf } from '@curvewell/domain/record';

import type { Db, Tx } from '../../../database/db.ts';
import type { RunDecision } from '../../../generated/prisma/client.ts';

interface Submitted {
  readonly runId: string;
  /** The audit entries of the run, in order. */
  readonly entries: readonly AuditEntry[];
  readonly run: SubmittedRun;
}

/** The columns of a run that a submission sets. */
export interface SubmittedRun {
  readonly status: string;
  readonly submittedById: string | null;
  readonly submittedByName: string | null;
}

const WAITING = 'WAIT_FOR_APPROVAL';

/**
 * Where a submission differs from its audit entry: its person and its answers. Skipped for a run that is not
 * submitted.
 */
export async function submissionFaults(
  db: Db | Tx,
  { runId, entries, run }: Submitted,
): Promise<RecordDifference[]> {
  if (run.status !== WAITING) return [];
  const entry = entries.findLast(({ action }) => action === 'run.interpret' || action === 'run.submit');
  if (entry?.action !== 'run.submit')
    return [{ what: 'Submission', signed: null, found: 'without an entry in the audit trail' }];
  const source = `audit entry ${entry.number}`;
  const person = [run.submittedById, run.submittedByName];
  const isOther = person[0] !== entry.actor.id || person[1] !== entry.actor.name;
  return [
    ...(isOther ? [{ what: 'Run: submitted by', signed: entry.actor.name, found: run.submittedByName }] : []),
    ...(await answerFaults(db, { runId, entry, source })),
  ];
}

export type KeptSubmission = Pick<RunDecision, 'check' | 'lots' | 'byId' | 'byName' | 'at'>;

/** The hash of a stored submission, for its audit entry. */
export const hashOfSubmission = ({ check, lots, byId, byName, at }: KeptSubmission): string =>
  hashOf({ check, lots, by: { id: byId, name: byName }, at: at.toISOString() });

async function submissionHash(db: Db | Tx, runId: string): Promise<string | null> {
  const [row] = await db.runDecision.findMany({
    where: { runId, decision: 'submit' },
    orderBy: [{ at: 'desc' }, { id: 'asc' }],
    take: 1,
  });
  return row === undefined ? null : hashOfSubmission(row);
}

async function answerFaults(
  db: Db | Tx,
  { runId, entry, source }: { readonly runId: string; readonly entry: AuditEntry; readonly source: string },
): Promise<RecordDifference[]> {
  const { submission } = entry.details;
  // Submitted by a release that did not store the hash.
  if (typeof submission !== 'string') return [];
  const now = await submissionHash(db, runId);
  if (now === submission) return [];
  return [
    { what: 'Submission', signed: `the hash of ${source}`, found: now === null ? null : 'another hash' },
  ];
}
