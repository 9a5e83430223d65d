import type { RecordState } from '@curvewell/domain';

import { StoreUnreachable } from '../../blobs/blobs.ts';
import { transaction, type Db } from '../../database/db.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { readRun } from '../runs/index.ts';
import { keepRecordCheck } from './keep-record-check.ts';
import { readRecordMark } from './row-marks.ts';
import { readRecordState, type RecordDependencies as Dependencies } from './read-record-state.ts';

type RecordDependencies = Dependencies & { readonly db: Db };

/** Runs checked in one round; a plate of 384 wells takes 0.1 s. */
const ROUND = 2_000;

/** The number of cached results. */
const MAX_REMEMBERED = 500;

interface Checked {
  /** The mark of the rows that were checked. */
  readonly mark: string | null;
  readonly state: Promise<RecordState>;
}
const checked = new WeakMap<Db, Map<string, Checked>>();

/**
 * Whether a run still matches its signature. Every page that shows the run calls this. It reads and hashes the run
 * unless this process has a result for the same row mark, or is computing it.
 *
 * @throws AppError `not-found`
 */
export async function readRecordOfRun(
  dependencies: RecordDependencies,
  actor: LaboratoryCaller,
  { runId, again }: { readonly runId: string; readonly again: boolean },
): Promise<RecordState> {
  await readRun(dependencies.db, actor, { runId, shelf: 'any' });
  const known = checked.get(dependencies.db) ?? new Map<string, Checked>();
  checked.set(dependencies.db, known);
  // Read the mark first: a change during the check then gives another mark next time.
  const { mark, wasChanged } = await readRecordMark(dependencies.db, runId);
  const last = known.get(runId);
  if (mark !== null && last?.mark === mark && !again) {
    const state = await last.state;
    if ((state.state === 'changed') === wasChanged) return state;
  }
  // A page must not hide what the nightly check has found in the object store.
  const readsObjects = again || wasChanged;
  const state = checkRecord(dependencies, { runId, readsObjects });
  known.delete(runId);
  known.set(runId, { mark, state });
  const [oldest] = known.keys();
  if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
  state.catch(() => {
    if (known.get(runId)?.state === state) known.delete(runId);
  });
  return state;
}

async function checkRecord(
  { db, clock, signer }: RecordDependencies,
  { runId, readsObjects }: { readonly runId: string; readonly readsObjects: boolean },
): Promise<RecordState> {
  const found = await readRecordState({ db, clock, signer, readsObjects }, runId);
  await storeRecordCheck(db, runId, found);
  return found;
}

async function storeRecordCheck(db: Db, runId: string, { state, checkedAt }: RecordState): Promise<void> {
  if (state === 'unsigned') {
    await db.recordCheck.deleteMany({ where: { runId } });
    return;
  }
  const check = { isUnchanged: state === 'unchanged', checkedAt: new Date(checkedAt) };
  await transaction({ db, on: runId }, async (tx) => {
    const [run] = await tx.$queryRaw<{ laboratoryId: string }[]>`
      SELECT laboratory_id AS "laboratoryId" FROM run WHERE id = ${runId}::uuid FOR KEY SHARE`;
    // The run may be deleted during the check.
    if (run !== undefined) await keepRecordCheck(tx, { runId, ...run, ...check });
  });
}

/**
 * Checks decided runs against their signatures, also what is in the object store, starting with those checked longest ago.
 * One that cannot be checked does not keep the others from it.
 *
 * @throws the first error once the others are checked
 */
export async function checkRecords(dependencies: RecordDependencies): Promise<number> {
  const due = await dependencies.db.$queryRaw<{ id: string }[]>`
    SELECT r.id FROM run r JOIN laboratory l ON l.id = r.laboratory_id AND l.move_state IS NULL
      LEFT JOIN record_check c ON c.run_id = r.id
    WHERE r.status IN ('APPROVED', 'REJECTED') ORDER BY c.checked_at NULLS FIRST LIMIT ${ROUND}`;
  const failures: unknown[] = [];
  for (const { id } of due) {
    // The run may be deleted meanwhile.
    if ((await dependencies.db.run.count({ where: { id } })) === 0) continue;
    try {
      await checkRecord(dependencies, { runId: id, readsObjects: true });
    } catch (error) {
      // The job tries again later.
      if (error instanceof StoreUnreachable) throw error;
      failures.push(new Error(`The record of run ${id} cannot be checked.`, { cause: error }));
    }
  }
  if (failures.length > 0) throw failures[0];
  return due.length;
}
