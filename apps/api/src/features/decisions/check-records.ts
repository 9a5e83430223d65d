import type { RecordState } from '@curvewell/contracts';

import { transaction, type Db } from '../../db.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { readRun } from '../runs/index.ts';
import { readRecordState, type RecordNeeds as Needs } from './read-record-state.ts';

type RecordNeeds = Needs & { readonly db: Db };

/** How many runs a round looks at: a plate of 384 wells takes a tenth of a second. */
const ROUND = 2_000;

/**
 * Whether a run is what was signed, as it is now; lists tell what was found last.
 *
 * @throws AppError `not-found`
 */
export async function readRecordOfRun(
  needs: RecordNeeds,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<RecordState> {
  await readRun(needs.db, actor, { runId, shelf: 'any' });
  return checkRecord(needs, runId);
}

async function checkRecord(needs: RecordNeeds, runId: string): Promise<RecordState> {
  const found = await readRecordState(needs, runId);
  await keepRecordCheck(needs.db, runId, found);
  return found;
}

async function keepRecordCheck(db: Db, runId: string, { state, checkedAt }: RecordState): Promise<void> {
  if (state === 'unsigned') {
    await db.recordCheck.deleteMany({ where: { runId } });
    return;
  }
  const check = { isUnchanged: state === 'unchanged', checkedAt: new Date(checkedAt) };
  await transaction({ db, on: runId }, (tx) =>
    tx.recordCheck.upsert({ where: { runId }, create: { runId, ...check }, update: check }),
  );
}

/** Holds decided runs against their signatures, those first that nobody has looked at for longest. */
export async function checkRecords(needs: RecordNeeds): Promise<number> {
  const due = await needs.db.$queryRaw<{ id: string }[]>`
    SELECT r.id FROM run r LEFT JOIN record_check c ON c.run_id = r.id
    WHERE r.status IN ('APPROVED', 'REJECTED') ORDER BY c.checked_at NULLS FIRST LIMIT ${ROUND}`;
  for (const { id } of due) {
    // Deleted meanwhile: there is nothing to check.
    if ((await needs.db.run.count({ where: { id } })) > 0) await checkRecord(needs, id);
  }
  return due.length;
}
