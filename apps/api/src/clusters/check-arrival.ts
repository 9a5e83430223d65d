import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { isSignatureValid, sha256, trustedKeys } from '@curvewell/domain/record';

import { systemClock } from '../clock.ts';
import type { Db } from '../database/db.ts';
import { verifyChain } from '../features/audit/index.ts';
import { signatureOf } from '../features/decisions/index.ts';
import type { Signature } from '../generated/prisma/client.ts';
import { impossible } from './move.ts';
import { readSigningKeys } from '../signing/signing-keys.ts';

/** Signed records in memory at a time. */
const PAGE = 50;

/**
 * Verifies the audit trail of a laboratory, that it fits its runs, and each signature with its signed record.
 *
 * @throws AppError `illegal-transition` that names the first fault
 */
export async function checkArrival(
  db: Db,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const keys = await readSigningKeys(db);
  const publicKey = keys.find(({ endorsement }) => endorsement === null)?.publicKey ?? '';
  const headFiles = { read: () => Promise.resolve([]) };
  const dependencies = { db, clock: systemClock, signer: { publicKey }, headFiles };
  const { fault } = await verifyChain(dependencies, { chain: id, laboratory: name });
  if (fault !== null) throw impossible(`The audit trail at the target is broken: ${fault.text}`);

  const trusted = trustedKeys(keys, publicKey);
  for (let after: string | undefined; ;) {
    const rows: Signature[] = await db.signature.findMany({
      where: { laboratoryId: id },
      orderBy: { decisionId: 'asc' },
      take: PAGE,
      ...(after !== undefined && { cursor: { decisionId: after }, skip: 1 }),
    });
    for (const row of rows) {
      const key = trusted.get(row.keyId);
      const holds = key !== undefined && isSignatureValid(signatureOf(row), key);
      if (!holds || (await recordHash(db, row.decisionId)) !== row.recordHash)
        throw impossible(`The signature of the decision on run ${row.runId} is invalid at the target.`);
    }
    after = rows.at(-1)?.decisionId;
    if (rows.length < PAGE) return;
  }
}

async function recordHash(db: Db, decisionId: string): Promise<string | null> {
  const row = await db.decisionRecord.findUnique({ where: { decisionId } });
  return row && sha256((await promisify(gunzip)(row.content)).toString());
}
