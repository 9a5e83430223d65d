import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import { otherAccounts } from './bring-people.ts';
import { digestRows } from './copy-rows.ts';
import { catalogueTables } from './laboratory-tables.ts';
import { impossible, type Move } from './move.ts';

/** @throws AppError `illegal-transition` with what has to be done first */
export async function refuseUnfitTarget(move: Move, catalogueMs: number): Promise<void> {
  await refuseRestoredCopy(move);
  await refuseOtherVersions(move);
  await refuseOtherKeys(move);
  await refuseTakenName(move);
  await otherAccounts(move);
  await refuseOtherCatalogue(move, catalogueMs);
}

async function refuseRestoredCopy({ source, target }: Move): Promise<void> {
  for (const client of [source, target])
    if ((await rowsOf(client, 'SELECT 1 FROM installation WHERE restored_at IS NOT NULL')).length > 0)
      throw impossible('One of the databases is a restored copy. Confirm it first: admin confirm-restored.');
}

/** Rows are copied in a binary format, which belongs to a version of PostgreSQL and to the tables of a version. */
async function refuseOtherVersions({ source, target }: Move): Promise<void> {
  const sql = `SELECT current_setting('server_version_num')::int / 10000 AS postgres,
    (SELECT string_agg(migration_name, ',' ORDER BY migration_name) FROM _prisma_migrations
     WHERE rolled_back_at IS NULL) AS migrations`;
  const [here, there] = [await rowsOf(source, sql), await rowsOf(target, sql)];
  if (JSON.stringify(here) !== JSON.stringify(there))
    throw impossible('Both clusters must have the same version of the product and of PostgreSQL.');
}

/** A signature is valid where the current key vouches for its key. */
async function refuseOtherKeys({ source, target }: Move): Promise<void> {
  const sql = 'SELECT id FROM signing_key WHERE endorsement IS NULL ORDER BY id';
  const [here, there] = [await rowsOf(source, sql), await rowsOf(target, sql)];
  if (JSON.stringify(here) !== JSON.stringify(there))
    throw impossible('Both clusters must sign with the same key: SIGNING_KEY or KMS_SIGNING_KEY.');
}

async function refuseTakenName({ target, laboratory }: Move): Promise<void> {
  const { rows } = await target.query('SELECT 1 FROM laboratory WHERE lower(name) = lower($1) AND id <> $2', [
    laboratory.name,
    laboratory.id,
  ]);
  if (rows.length > 0) throw impossible(`The target has another laboratory “${laboratory.name}”.`);
}

/** A copy of the catalogue follows within seconds, so differences are looked at again for a while. */
async function refuseOtherCatalogue({ source, target }: Move, waitMs: number): Promise<void> {
  const until = performance.now() + waitMs;
  for (;;) {
    const differing = [];
    for (const table of await catalogueTables(source)) {
      const [here, there] = [await digestRows(source, table), await digestRows(target, table)];
      if (here.sha256 !== there.sha256) differing.push(table.name);
    }
    if (differing.length === 0) return;
    if (performance.now() > until)
      throw impossible(
        `Kits and lots differ between the clusters (${differing.join(', ')}). One cluster must copy those of the other: admin follow-catalogue.`,
      );
    await sleep(1_000);
  }
}

const rowsOf = async (client: pg.Client, sql: string) => (await client.query(sql)).rows as readonly object[];
