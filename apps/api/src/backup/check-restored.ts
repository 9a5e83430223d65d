import pg from 'pg';

import { blobOf } from '../blobs/blobs.ts';
import { STORED_CONTENT } from '../blobs/originals.ts';
import { unpackOriginal } from '../blobs/packed-original.ts';
import { openDatabase } from '../database/db.ts';
import { checkSignatures } from '../features/decisions/index.ts';
import { intactChains } from './intact-chains.ts';

/** Compares each original in the database with its hash. Originals in an object store are hashed on read. */
const WRONG_FILES = `
  SELECT r.business_id::text AS "run", f.name
  FROM (SELECT f.*, ${STORED_CONTENT} AS stored FROM run_file f) f JOIN run r ON r.id = f.run_id
  WHERE coalesce(f.packed_sha256, f.sha256) <> encode(sha256(f.stored), 'hex')
    OR (f.packed_sha256 IS NULL AND f.size <> length(f.stored)) LIMIT 5`;

/** Other blobs: curves. */
const WRONG_BLOBS = `
  SELECT r.business_id::text AS "run" FROM blob b JOIN run r ON r.id = b.run_id
  WHERE b.sha256 <> encode(sha256(b.content), 'hex') LIMIT 5`;

/** Files, curves and signed records whose bytes the database does not have: they are in an object store, or lost. */
const ELSEWHERE = `
  SELECT count(*)::int AS "count", (array_agg(DISTINCT r.business_id))[1:5] AS runs
  FROM (SELECT f.run_id FROM run_file f WHERE ${STORED_CONTENT} IS NULL
    UNION ALL SELECT c.run_id FROM run_curves c WHERE c.packed IS NULL AND c.packed_sha256 IS NOT NULL
      AND ${blobOf('c', 'c.packed_sha256')} IS NULL
    UNION ALL SELECT d.run_id FROM decision_record d WHERE d.wells_sha256 IS NOT NULL
    UNION ALL SELECT m.run_id FROM run_amplification m WHERE ${blobOf('m', 'm.packed_sha256')} IS NULL) x JOIN run r ON r.id = x.run_id`;

/** Those that are packed, a few at a time. */
const PACKED_FILES = `
  SELECT f.id, r.business_id::text AS "run", f.name, f.size, f.sha256, ${STORED_CONTENT} AS content,
    f.packed_sha256 AS "packedSha256"
  FROM run_file f JOIN run r ON r.id = f.run_id
  WHERE f.packed_sha256 IS NOT NULL AND ${STORED_CONTENT} IS NOT NULL AND f.id > $1::uuid ORDER BY f.id LIMIT 10`;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Verifies a restored database.
 *
 * @param options.usesObjectStore - whether files and curves may be elsewhere
 * @returns one line for each thing checked
 * @throws Error that names the first fault
 */
export async function checkRestored(
  databaseUrl: string,
  { usesObjectStore = false }: { readonly usesObjectStore?: boolean } = {},
): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return [
      `${await originalFiles(client)}${await bytesElsewhere(client, usesObjectStore)}`,
      await intactChains(client),
      await validSignatures(databaseUrl),
    ];
  } finally {
    await client.end();
  }
}

interface FileOfRun {
  readonly run: string;
  readonly name: string;
}
type PackedFile = FileOfRun & Parameters<typeof unpackOriginal>[0] & { readonly id: string };

/** The first packed originals that are not what was imported. */
async function wronglyPacked(client: pg.Client): Promise<FileOfRun[]> {
  for (let last = BEFORE_ALL; ;) {
    const { rows } = await client.query<PackedFile>(PACKED_FILES, [last]);
    const wrong = [];
    for (const file of rows) if ((await unpackOriginal(file)) === null) wrong.push(file);
    const next = rows.at(-1);
    if (next === undefined || wrong.length > 0) return wrong;
    last = next.id;
  }
}

async function originalFiles(client: pg.Client): Promise<string> {
  const { rows: altered } = await client.query<FileOfRun>(WRONG_FILES);
  const wrong = altered.length > 0 ? altered : await wronglyPacked(client);
  if (wrong.length > 0)
    throw new Error(
      `Original files were altered: ${wrong.map(({ run, name }) => `${name} of run ${run}`).join(', ')}.`,
    );
  const { rows: blobs } = await client.query<{ run: string }>(WRONG_BLOBS);
  if (blobs.length > 0)
    throw new Error(`Curves were altered: of run ${blobs.map(({ run }) => run).join(', ')}.`);
  const { rows } = await client.query<{ files: number; runs: number }>(
    `SELECT (SELECT count(*)::int FROM run_file f WHERE ${STORED_CONTENT} IS NOT NULL) AS files, (SELECT count(*)::int FROM run) AS runs`,
  );
  return `${rows[0]?.runs ?? 0} runs; ${rows[0]?.files ?? 0} original files, each with the hash of its import`;
}

async function bytesElsewhere(client: pg.Client, usesObjectStore: boolean): Promise<string> {
  const { rows } = await client.query<{ count: number; runs: number[] | null }>(ELSEWHERE);
  const { count = 0, runs = null } = rows[0] ?? {};
  if (count === 0) return '';
  if (usesObjectStore)
    return `; files, curves and signed records that are only in the object store, not checked: ${count}`;
  throw new Error(
    `Files, curves and signed records whose bytes are missing: ${count}, of run ${(runs ?? []).join(', ')}. If they are in an object store, set ORIGINALS_BUCKET.`,
  );
}

/**
 * Verifies all signatures with the keys in the backup. The key of the installation, which no backup contains, proves
 * that these are its own.
 *
 * @returns what was checked @throws Error that names the run whose signature is invalid
 */
async function validSignatures(databaseUrl: string): Promise<string> {
  const db = openDatabase(databaseUrl, { poolSize: 2 });
  try {
    const { count, invalidRunId, notRead } = await checkSignatures(db, {});
    if (invalidRunId !== null)
      throw new Error(`The signature of the decision on run ${invalidRunId} is invalid.`);
    const elsewhere =
      notRead === 0 ? '' : `; signed records that are only in the object store, not checked: ${notRead}`;
    return `${count} signed decisions, all signatures valid${elsewhere}`;
  } finally {
    await db.$disconnect();
  }
}
