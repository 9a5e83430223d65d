import pg from 'pg';

import { intactChains } from './intact-chains.ts';
import { validSignatures } from './valid-signatures.ts';

/** Compares each original in the database with its hash. Originals in an object store are hashed on read. */
const WRONG_FILES = `
  SELECT r.business_id::text AS "run", f.name FROM run_file f JOIN run r ON r.id = f.run_id
  WHERE f.sha256 <> encode(sha256(f.content), 'hex') OR f.size <> length(f.content) LIMIT 5`;

/**
 * Verifies a restored database.
 *
 * @returns one line for each thing checked
 * @throws Error that names the first fault
 */
export async function checkRestored(databaseUrl: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return [await originalFiles(client), await intactChains(client), await validSignatures(databaseUrl)];
  } finally {
    await client.end();
  }
}

async function originalFiles(client: pg.Client): Promise<string> {
  const { rows: wrong } = await client.query<{ run: string; name: string }>(WRONG_FILES);
  if (wrong.length > 0)
    throw new Error(
      `Original files were altered: ${wrong.map(({ run, name }) => `${name} of run ${run}`).join(', ')}.`,
    );
  const { rows } = await client.query<{ files: number; runs: number }>(
    `SELECT (SELECT count(*)::int FROM run_file WHERE content IS NOT NULL) AS files, (SELECT count(*)::int FROM run) AS runs`,
  );
  return `${rows[0]?.runs ?? 0} runs; ${rows[0]?.files ?? 0} original files, each with the hash of its import`;
}
