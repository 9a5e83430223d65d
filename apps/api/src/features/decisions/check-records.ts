import type { RecordState } from '@curvewell/domain';

import { openedOf } from '../../database/opened.ts';
import { transaction, type Db } from '../../database/db.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { readRun } from '../runs/index.ts';
import { readRecordMark } from './row-marks.ts';
import { readRecordState, type RecordNeeds as Needs } from './read-record-state.ts';

type RecordNeeds = Needs & { readonly db: Db };

/** How many runs a round looks at: a plate of 384 wells takes a tenth of a second. */
const ROUND = 2_000;

/** Runs of which it is remembered what was found. */
const MOST_REMEMBERED = 500;

interface Checked {
  /** Of the rows that were looked at. */
  readonly mark: string | null;
  readonly state: Promise<RecordState>;
}
const checked = new WeakMap<Db, Map<string, Checked>>();

/**
 * Whether a run is what was signed. Every page that shows it asks: it is read and hashed again unless this process has
 * done so, or is doing it, and no row has changed since, by whomever.
 *
 * @throws AppError `not-found`
 */
export async function readRecordOfRun(
  needs: RecordNeeds,
  actor: LaboratoryCaller,
  { runId, again }: { readonly runId: string; readonly again: boolean },
): Promise<RecordState> {
  await readRun(needs.db, actor, { runId, shelf: 'any' });
  const known = checked.get(needs.db) ?? new Map<string, Checked>();
  checked.set(needs.db, known);
  // Before it is read: what changes in between is another mark the next time.
  const mark = await readRecordMark(needs.db, runId);
  const last = known.get(runId);
  if (mark !== null && last?.mark === mark && !again) return last.state;
  const state = checkRecord(needs, runId);
  known.delete(runId);
  known.set(runId, { mark, state });
  const [oldest] = known.keys();
  if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
  state.catch(() => {
    if (known.get(runId)?.state === state) known.delete(runId);
  });
  return state;
}

async function checkRecord(needs: RecordNeeds, runId: string): Promise<RecordState> {
  const { db, clock, signer } = needs;
  const originalsElsewhere = openedOf(db).originals !== null;
  const found = await readRecordState({ db, clock, signer, originalsElsewhere }, runId);
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
