import { setTimeout as sleep } from 'node:timers/promises';

import { audit, impossible, within, type Move } from './move.ts';
import { holdJobs, releaseJobs, runningJobs } from './waiting-jobs.ts';

/** How often it is looked whether the laboratory's work has ended, in ms. */
const LOOK_MS = 250;

export interface Patience {
  /** How long processes may still take the laboratory for one that can be changed, in ms. */
  readonly settleMs: number;
  /** How long running jobs and transactions may take, in ms. */
  readonly drainMs: number;
}

/** Refuses changes of the laboratory, ends its jobs, and waits for changes that are on their way. */
export async function closeSource(move: Move, { settleMs, drainMs }: Patience): Promise<void> {
  const { source, actor, laboratory, address, report } = move;
  await report('close');
  await within(source, async () => {
    const { rowCount } = await source.query(
      `UPDATE laboratory SET move_state = 'closing' WHERE id = $1 AND move_state IS NULL`,
      [laboratory.id],
    );
    if (rowCount === 1)
      await audit(source, actor, {
        action: 'laboratory.move-begin',
        chain: laboratory.id,
        laboratoryId: laboratory.id,
        details: { name: laboratory.name, to: address },
      });
  });
  await sleep(settleMs);
  const until = performance.now() + drainMs;
  await report('end jobs');
  await waitUntil(until, 'Jobs of the laboratory are still running.', async () => {
    await holdJobs(source, laboratory.id);
    return (await runningJobs(source, laboratory.id)) === 0;
  });
  await report('end changes');
  const last = await freeze(move);
  await waitUntil(until, 'Changes that began earlier have not ended.', async () => {
    const { rows } = await source.query<{ done: boolean }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 AS done',
      [last],
    );
    return rows[0]?.done === true;
  });
  await holdJobs(source, laboratory.id);
}

/** From now on the database refuses changes. @returns the id of this transaction */
function freeze({ source, laboratory }: Move): Promise<string> {
  return within(source, async () => {
    // Waits for the transaction that writes the laboratory’s last entry.
    await source.query('SELECT 1 FROM audit_head WHERE chain = $1 FOR UPDATE', [laboratory.id]);
    const { rows } = await source.query<{ id: string }>(
      `UPDATE laboratory SET move_state = 'moving' WHERE id = $1 AND move_state IN ('closing', 'moving')
       RETURNING pg_current_xact_id()::text AS id`,
      [laboratory.id],
    );
    const [frozen] = rows;
    if (frozen === undefined) throw impossible('The move was cancelled meanwhile.');
    return frozen.id;
  });
}

async function waitUntil(until: number, otherwise: string, isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) {
    if (performance.now() > until)
      throw impossible(
        `${otherwise} Run the command again to continue, or with --cancel to cancel the move.`,
      );
    await sleep(LOOK_MS);
  }
}

/** The laboratory stays, and can be changed again. */
export async function reopenSource({ source, actor, laboratory }: Omit<Move, 'target'>): Promise<void> {
  await within(source, async () => {
    await source.query(`UPDATE laboratory SET move_state = NULL WHERE id = $1`, [laboratory.id]);
    await releaseJobs(source, laboratory.id);
    await audit(source, actor, {
      action: 'laboratory.move-cancel',
      chain: laboratory.id,
      laboratoryId: laboratory.id,
      details: { name: laboratory.name },
    });
  });
}
