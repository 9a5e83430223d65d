import { isSignatureValid, sha256, trustedKeys } from '@curvewell/domain/record';

import type { Db } from '../../database/db.ts';
import type { Prisma, Signature } from '../../generated/prisma/client.ts';
import { readSigningKeys } from '../../signing/signing-keys.ts';
import { signatureOf } from './read-record-state.ts';
import { textOfRecord, type StoredRecord } from './stored-record.ts';

/** Signed records in memory at a time. */
const PAGE = 50;

interface CheckedSignatures {
  readonly count: number;
  /** The run of the first invalid signature; null: all are valid. */
  readonly invalidRunId: string | null;
  /** Records whose end is in the object store. */
  readonly notRead: number;
}

/**
 * Verifies each signature against its signed record and against the keys that the newest key endorses, directly or
 * through others. Does not depend on the object store: of records whose end is there, it compares the hash that the row names.
 */
export async function checkSignatures(db: Db, where: Prisma.SignatureWhereInput): Promise<CheckedSignatures> {
  const keys = await readSigningKeys(db);
  const newest = keys.find(({ endorsement }) => endorsement === null)?.publicKey ?? '';
  const trusted = trustedKeys(keys, newest);
  let count = 0;
  let notRead = 0;
  for (let after: string | undefined; ;) {
    const rows: Signature[] = await db.signature.findMany({
      where,
      orderBy: { decisionId: 'asc' },
      take: PAGE,
      ...(after !== undefined && { cursor: { decisionId: after }, skip: 1 }),
    });
    const decisionIds = rows.map(({ decisionId }) => decisionId);
    const stored = await db.decisionRecord.findMany({ where: { decisionId: { in: decisionIds } } });
    const records = new Map(stored.map((record) => [record.decisionId, record]));
    for (const row of rows) {
      const key = trusted.get(row.keyId);
      const holds = key !== undefined && isSignatureValid(signatureOf(row), key);
      const record = records.get(row.decisionId) ?? null;
      const isElsewhere = record !== null && record.wellsSha256 !== null;
      const hash = isElsewhere ? record.hash : await hashOfRecord(db, record);
      if (!holds || hash !== row.recordHash) return { count, invalidRunId: row.runId, notRead };
      if (isElsewhere) notRead++;
    }
    count += rows.length;
    after = rows.at(-1)?.decisionId;
    if (rows.length < PAGE) return { count, invalidRunId: null, notRead };
  }
}

async function hashOfRecord(db: Db, record: StoredRecord | null): Promise<string | null> {
  const text = record && (await textOfRecord(db, record));
  return text === null ? null : sha256(text);
}
