import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { isSignatureValid, sha256, trustedKeys } from '@curvewell/domain/record';

import type { Db } from '../../database/db.ts';
import type { Prisma, Signature } from '../../generated/prisma/client.ts';
import { readSigningKeys } from '../../signing/signing-keys.ts';
import { signatureOf } from './read-record-state.ts';

/** Signed records in memory at a time. */
const PAGE = 50;

interface CheckedSignatures {
  readonly count: number;
  /** The run of the first invalid signature; null: all are valid. */
  readonly invalidRunId: string | null;
}

/**
 * Verifies each signature against its signed record and against the keys that the newest key endorses, directly or
 * through others.
 */
export async function checkSignatures(db: Db, where: Prisma.SignatureWhereInput): Promise<CheckedSignatures> {
  const keys = await readSigningKeys(db);
  const newest = keys.find(({ endorsement }) => endorsement === null)?.publicKey ?? '';
  const trusted = trustedKeys(keys, newest);
  let count = 0;
  for (let after: string | undefined; ;) {
    const rows: Signature[] = await db.signature.findMany({
      where,
      orderBy: { decisionId: 'asc' },
      take: PAGE,
      ...(after !== undefined && { cursor: { decisionId: after }, skip: 1 }),
    });
    for (const row of rows) {
      const key = trusted.get(row.keyId);
      const holds = key !== undefined && isSignatureValid(signatureOf(row), key);
      if (!holds || (await recordHash(db, row.decisionId)) !== row.recordHash)
        return { count, invalidRunId: row.runId };
    }
    count += rows.length;
    after = rows.at(-1)?.decisionId;
    if (rows.length < PAGE) return { count, invalidRunId: null };
  }
}

async function recordHash(db: Db, decisionId: string): Promise<string | null> {
  const row = await db.decisionRecord.findUnique({ where: { decisionId } });
  return row && sha256((await promisify(gunzip)(row.content)).toString());
}
