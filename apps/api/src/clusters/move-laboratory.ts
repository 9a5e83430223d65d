import type pg from 'pg';

import type { AuditActor } from '../audit/record-audit.ts';
import { openDatabase } from '../database/db.ts';
import { AppError } from '../errors.ts';
import { connected } from '../upgrade/connected.ts';
import { SESSION } from '../upgrade/preparing.ts';
import { bringPeople, openTarget } from './bring-people.ts';
import { checkArrival } from './check-arrival.ts';
import { closeSource, reopenSource, type Patience } from './close-source.ts';
import {
  deleteRows,
  fillTarget,
  manifestOf,
  refuseDifferences,
  SNAPSHOT,
  type Manifest,
} from './fill-target.ts';
import { laboratoryTables } from './laboratory-tables.ts';
import {
  audit,
  impossible,
  placeOfId,
  placeOfName,
  within,
  withoutTriggers,
  type Move,
  type Place,
} from './move.ts';
import { refuseUnfitTarget } from './preconditions.ts';
import { goesOnThere, removeMoved } from './remove-moved.ts';
import { dropHeldJobs, holdJobs } from './waiting-jobs.ts';

interface Options {
  readonly sourceUrl: string;
  readonly targetUrl: string;
  readonly name: string;
  readonly address: string;
  readonly actor: AuditActor;
  readonly report: Move['report'];
  readonly patience?: Patience & {
    /** How long the copy of the catalogue may take to follow, in ms. */
    readonly catalogueMs: number;
  };
}

/** Processes keep users and laboratories for 2 s. */
const PATIENCE = { settleMs: 3_000, drainMs: 600_000, catalogueMs: 30_000 };

/**
 * Moves a laboratory to another cluster, where it can be changed as soon as this returns. It can be read, and
 * not changed, meanwhile. After a crash at any step the same call continues.
 *
 * @throws AppError with what prevents it, or how the copy differs from the original
 */
export async function moveLaboratory(options: Options): Promise<void> {
  const { targetUrl, address, patience = PATIENCE } = options;
  await onBoth(options, async (move) => {
    const { source, target, laboratory, report } = move;
    const [here, there] = [await placeOfId(source, laboratory.id), await placeOfId(target, laboratory.id)];
    if (here?.state === 'elsewhere') {
      if (here.livesAt !== address)
        throw impossible(
          `“${laboratory.name}” was moved to ${here.livesAt ?? 'another address'}. To correct that address, use --correct-address.`,
        );
      // Otherwise waiting jobs would be dropped here that no cluster runs.
      if (there === null || there.state === 'elsewhere')
        throw impossible(`“${laboratory.name}” is not in that database. Is it the one of ${address}?`);
      if (there.state === 'arriving' && !(await goesOnThere(move)))
        throw impossible(
          `“${laboratory.name}” arrived there without its last changes: that database was restored from a backup older than the move. Restore a later one.`,
        );
    } else if (wasOpened(there)) {
      await leaveAgain(move);
    } else {
      await refuseUnfitTarget(move, patience.catalogueMs);
      await closeSource(move, patience);
      const manifest = await fillTarget(move);
      await report('check the audit trail and signatures');
      await withDb(targetUrl, (db) => checkArrival(db, laboratory));
      await bringPeople(move);
      await leave(move, manifest);
    }
    if ((await placeOfId(target, laboratory.id))?.state === 'arriving') {
      await bringPeople(move);
      await report('open at the target');
      await openTarget(move);
    }
    await report('end');
    await dropHeldJobs(source, laboratory.id);
  });
}

/** Whether the laboratory could be changed at the target, from where it may be moving on. */
const wasOpened = (there: Place | null): boolean =>
  there !== null && there.state !== 'elsewhere' && there.state !== 'arriving';

/**
 * The source was restored from a backup of before the move: it only needs the note where the laboratory lives.
 *
 * @throws AppError `illegal-transition` when the laboratory was changed in both clusters
 */
async function leaveAgain(move: Move): Promise<void> {
  const { source, laboratory } = move;
  await within(source, async () => {
    await source.query('SELECT 1 FROM audit_head WHERE chain = $1 FOR UPDATE', [laboratory.id]);
    if (!(await goesOnThere(move)))
      throw impossible(
        `“${laboratory.name}” is at the target already, without the last changes of this cluster.`,
      );
    await source.query(`UPDATE laboratory SET move_state = 'moving' WHERE id = $1`, [laboratory.id]);
    // They run at the target, and are dropped here in the end.
    await holdJobs(source, laboratory.id);
  });
  await leave(move, await manifestOf(source, laboratory.id));
}

/** Removes what a moved laboratory left behind. @throws AppError `illegal-transition` */
export const removeLaboratory = (options: Options): Promise<void> => onBoth(options, removeMoved);

/**
 * Corrects the address that users of a moved laboratory are shown. The database given must be the one that it moved to.
 *
 * @throws AppError `illegal-transition`
 */
export function correctAddress(options: Options): Promise<void> {
  return onBoth(options, async (move) => {
    const { source, target, actor, laboratory, address } = move;
    const [here, there] = [await placeOfId(source, laboratory.id), await placeOfId(target, laboratory.id)];
    if (here?.state !== 'elsewhere') throw impossible(`“${laboratory.name}” has not moved.`);
    if (there === null || there.state === 'elsewhere' || !(await goesOnThere(move)))
      throw impossible(`“${laboratory.name}” is not in that database. Is it the one of ${address}?`);
    await within(source, async () => {
      await source.query(`UPDATE laboratory SET lives_at = $2 WHERE id = $1`, [laboratory.id, address]);
      await audit(source, actor, {
        action: 'laboratory.move-address',
        chain: null,
        laboratoryId: laboratory.id,
        details: { name: laboratory.name, from: here.livesAt, to: address },
      });
    });
  });
}

/** Gives up a move that has not ended: the laboratory stays. @throws AppError `illegal-transition` */
export function cancelMove(options: Options): Promise<void> {
  return onBoth(options, async (move) => {
    const { source, target, laboratory } = move;
    const here = await placeOfId(source, laboratory.id);
    if (here?.state !== 'closing' && here?.state !== 'moving')
      throw impossible(`“${laboratory.name}” is not being moved.`);
    // The source was restored from a backup that was made during the move.
    if (wasOpened(await placeOfId(target, laboratory.id)))
      throw impossible(
        `“${laboratory.name}” has already been opened at the target. Run the command without --cancel.`,
      );
    await within(target, async () => {
      if ((await placeOfId(target, laboratory.id))?.state === 'arriving') await forget(move);
    });
    await reopenSource(move);
  });
}

/** Takes away what arrived; a laboratory that lived here before is again one that lives elsewhere. */
async function forget({ target, laboratory }: Move): Promise<void> {
  await withoutTriggers(target);
  await dropHeldJobs(target, laboratory.id);
  const tables = await laboratoryTables(target, laboratory.id);
  await deleteRows(target, tables, ['moved', 'counted']);
  const { rowCount } = await target.query(
    `UPDATE laboratory SET move_state = 'elsewhere' WHERE id = $1 AND lives_at IS NOT NULL`,
    [laboratory.id],
  );
  if (rowCount === 0) await deleteRows(target, tables, ['trail', 'people', 'laboratory']);
}

/** The source answers with the address from now on. */
async function leave(move: Move, manifest: Manifest): Promise<void> {
  const { source, actor, laboratory, address, report } = move;
  await report('compare with the source');
  const now = await within(source, () => manifestOf(source, laboratory.id), SNAPSHOT);
  refuseDifferences('These tables changed meanwhile. Run the command again', now, manifest);
  await report('switch');
  await within(source, async () => {
    const { rowCount } = await source.query(
      `UPDATE laboratory SET move_state = 'elsewhere', lives_at = $2, moved_at = now()
       WHERE id = $1 AND move_state = 'moving'`,
      [laboratory.id, address],
    );
    if (rowCount !== 1) throw impossible('The move was cancelled meanwhile.');
    await audit(source, actor, {
      action: 'laboratory.move-away',
      chain: null,
      laboratoryId: laboratory.id,
      details: { name: laboratory.name, to: address, tables: manifest },
    });
  });
}

async function onBoth(
  { sourceUrl, targetUrl, name, address, actor, report }: Options,
  work: (move: Move) => Promise<void>,
): Promise<void> {
  const source = await connected(sourceUrl);
  try {
    const target = await connected(targetUrl);
    try {
      // No limit of a role ends a long copy. Values as text, for example times, mean the same on both sides.
      for (const client of [source, target]) await client.query(SESSION);
      await refuseOtherRoles(source, 'this cluster');
      await refuseOtherRoles(target, 'the other cluster');
      const laboratory = await placeOfName(source, name);
      // Two connections to one database cannot both have the lock.
      for (const client of [source, target]) await lockMove(client, laboratory);
      await work({ source, target, actor, laboratory, address, report });
    } finally {
      await target.end();
    }
  } finally {
    await source.end();
  }
}

/** @throws AppError `illegal-transition` */
async function lockMove(
  client: pg.Client,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine',
    [`move laboratory ${id}`],
  );
  if (rows[0]?.mine !== true)
    throw impossible(`Both databases are the same, or another command moves “${name}”.`);
}

/** Only the owner may write audit entries as they are. @throws AppError `forbidden` */
async function refuseOtherRoles(client: pg.Client, where: string): Promise<void> {
  const { rows } = await client.query<{ owns: boolean }>(
    `SELECT pg_has_role(current_user, relowner, 'USAGE') AS owns FROM pg_class WHERE oid = 'audit_event'::regclass`,
  );
  if (rows[0]?.owns !== true)
    throw new AppError('forbidden', `Connect to ${where} as the owner of the tables, as migrate does.`);
}

async function withDb<T>(url: string, use: (db: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { poolSize: 2 });
  try {
    return await use(db);
  } finally {
    await db.$disconnect();
  }
}
