import { INSTALLATION, type SignedHead } from '@curvewell/domain';
import type { ChainPlace } from '@curvewell/domain/record';

import { NO_LABORATORY, type Chain } from '../../../audit/audit-chain.ts';
import type { Clock } from '../../../clock.ts';
import { readRows, transaction, type Db } from '../../../database/db.ts';
import { WAIT_FOR_DISK } from '../../../database/early-commit.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { markRolledBack } from '../../../backup/installation.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { Signer } from '../../../signing/signer.ts';
import { refuseHeadSigner, type OwnKeys } from '../../../signing/signing-keys.ts';
import type { TimeStamps } from '../../../signing/time-stamps.ts';
import { missingHeads, type HeadPlace } from './rolled-back.ts';
import { signHead } from './signed-head.ts';

export interface FindHeadsDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly signer: OwnKeys;
  /** The places outside the database that store heads. */
  readonly headPlaces: readonly HeadPlace[];
  readonly onRolledBack: (missing: readonly SignedHead[]) => void;
}

export interface HeadDependencies extends FindHeadsDependencies {
  readonly signer: Signer;
  readonly jobs: Jobs;
  readonly timeStamps: Pick<TimeStamps, 'isOn'>;
  readonly onHead: (signed: SignedHead) => void;
}

/**
 * Signs the head of every chain, or of one, and stores it where the owner of the database cannot rewrite it: in
 * each external place, in the log, and once a day, by a separate job, on the laboratory's file server. First
 * checks that the database has the entries of the newest exported heads. If one is missing, the installation is
 * marked as rolled back and nothing is written.
 *
 * @returns the exported heads @throws AppError `unavailable` when this process cannot sign heads
 */
export async function exportHeads(dependencies: HeadDependencies, only?: Chain): Promise<SignedHead[]> {
  const { db, clock, headPlaces, jobs, timeStamps, onHead } = dependencies;
  await refuseHeadSigner(db, dependencies.signer);
  const heads = (await headsOnDisk(db)).map(({ chain, number, hash }) => ({
    chain: chain === NO_LABORATORY ? null : chain,
    number: Number(number),
    hash,
  }));
  const outside = await newestOutside(headPlaces, only);
  if (await isRolledBack(dependencies, outside)) return [];
  const written: SignedHead[] = [];
  for (const head of heads.filter(({ chain }) => only === undefined || chain === only)) {
    const kept = outside.filter(({ signed }) => signed.head.chain === (head.chain ?? INSTALLATION));
    const lacking = headPlaces.filter(
      (place) => !kept.some(({ signed, place: at }) => at === place && signed.head.hash === head.hash),
    );
    if (lacking.length === 0) continue;
    const signed = await signHead(dependencies, head);
    for (const place of lacking) await place.keep(signed);
    if (timeStamps.isOn) await transaction({ db }, (tx) => jobs.ask(tx, 'time-stamp', { data: { signed } }));
    onHead(signed);
    written.push(signed);
  }
  if (only === undefined) {
    await db.installation.update({ where: { id: 1 }, data: { headsKeptAt: clock.now() } });
    for (const head of await unsentHeads(dependencies, heads))
      await askForSending(dependencies, await signHead(dependencies, head));
  }
  return written;
}

/**
 * An entry that a crash loses would otherwise be named outside, as if it had been cut off. Without laboratories on
 * their way here: a move that is cancelled takes their entries away again.
 */
const headsOnDisk = (db: Db): Promise<{ chain: string; number: string; hash: string }[]> =>
  readRows(
    db,
    Prisma.sql`WITH waiting AS MATERIALIZED (SELECT ${Prisma.raw(WAIT_FOR_DISK)}::text AS at)
      SELECT h.chain, h.number, h.hash, waiting.at FROM audit_head h, waiting
      WHERE h.chain NOT IN (SELECT id FROM laboratory WHERE move_state = 'arriving') ORDER BY h.chain`,
  );

/**
 * Checks that the database has the entries of the newest exported heads, and marks it as rolled back if one is
 * missing.
 */
export async function findHeads(dependencies: FindHeadsDependencies): Promise<void> {
  await isRolledBack(dependencies, await newestOutside(dependencies.headPlaces, undefined));
}

interface OutsideHead {
  readonly place: HeadPlace;
  readonly signed: SignedHead;
}

async function isRolledBack(
  dependencies: FindHeadsDependencies,
  outside: readonly OutsideHead[],
): Promise<boolean> {
  const { db, clock, onRolledBack } = dependencies;
  const missing = await missingHeads(
    dependencies,
    outside.map(({ signed }) => signed),
  );
  if (missing.length === 0) return false;
  await markRolledBack(db, { at: clock.now(), heads: missing.map(({ head }) => head) });
  onRolledBack(missing);
  return true;
}

async function newestOutside(places: readonly HeadPlace[], only: Chain | undefined): Promise<OutsideHead[]> {
  const found: OutsideHead[] = [];
  for (const place of places)
    for (const chain of only === undefined ? await place.chains() : [only ?? INSTALLATION]) {
      const signed = await place.newest(chain);
      if (signed !== null) found.push({ place, signed });
    }
  return found;
}

/** Laboratories with a file server whose head has no delivery job today. */
async function unsentHeads(
  { db, clock }: HeadDependencies,
  heads: readonly (ChainPlace & { readonly chain: Chain })[],
): Promise<(ChainPlace & { readonly chain: Chain })[]> {
  const today = `${clock.now().toISOString().slice(0, 10)}T00:00:00Z`;
  const due = await readRows<{ id: string }>(
    db,
    Prisma.sql`SELECT c.laboratory_id AS id FROM file_transfer_connection c
        JOIN laboratory l ON l.id = c.laboratory_id AND l.move_state IS NULL WHERE NOT EXISTS (
      SELECT FROM pgboss.job j WHERE j.name = 'audit-head' AND j.data ->> 'laboratoryId' = c.laboratory_id::text
        AND j.data -> 'signed' -> 'head' ->> 'at' >= ${today})`,
  );
  const ids = new Set<Chain>(due.map(({ id }) => id));
  return heads.filter(({ chain }) => ids.has(chain));
}

async function askForSending({ db, jobs }: HeadDependencies, signed: SignedHead): Promise<void> {
  const { chain: laboratoryId } = signed.head;
  await transaction({ db }, (tx) => jobs.ask(tx, 'audit-head', { data: { laboratoryId, signed } }));
}
