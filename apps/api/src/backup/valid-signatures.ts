import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { isSignatureValid, sha256, trustedKeys } from '@curvewell/domain/record';

import { openDatabase, type Db } from '../database/db.ts';
import { signatureOf } from '../features/decisions/index.ts';
import type { Signature } from '../generated/prisma/client.ts';
import { readSigningKeys } from '../signing/signing-keys.ts';

/** Signed records in memory at a time. */
const PAGE = 50;

/**
 * Verifies each signature against its signed record and against the keys that the newest signature vouches for.
 * The key of the installation, which no backup contains, proves that the signature is its own.
 *
 * @returns what was checked @throws Error that names the run whose signature is invalid
 */
export async function validSignatures(databaseUrl: string): Promise<string> {
  const db = openDatabase(databaseUrl, { poolSize: 2 });
  try {
    const keys = await readSigningKeys(db);
    const newest = keys.find(({ endorsement }) => endorsement === null)?.publicKey ?? '';
    const trusted = trustedKeys(keys, newest);
    let count = 0;
    for (let after: string | undefined; ;) {
      const rows: Signature[] = await db.signature.findMany({
        orderBy: { decisionId: 'asc' },
        take: PAGE,
        ...(after !== undefined && { cursor: { decisionId: after }, skip: 1 }),
      });
      for (const row of rows) {
        const key = trusted.get(row.keyId);
        const holds = key !== undefined && isSignatureValid(signatureOf(row), key);
        if (!holds || (await keptHash(db, row.decisionId)) !== row.recordHash)
          throw new Error(`The signature of the decision on run ${row.runId} is invalid.`);
      }
      count += rows.length;
      after = rows.at(-1)?.decisionId;
      if (rows.length < PAGE) return `${count} signed decisions, all signatures valid`;
    }
  } finally {
    await db.$disconnect();
  }
}

async function keptHash(db: Db, decisionId: string): Promise<string | null> {
  const row = await db.decisionRecord.findUnique({ where: { decisionId } });
  return row && sha256((await promisify(gunzip)(row.content)).toString());
}
