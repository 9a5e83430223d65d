import type { SignedHead } from '@curvewell/contracts';

import { NO_LABORATORY } from '../../audit-chain.ts';
import type { Clock } from '../../clock.ts';
import { transaction, type Db } from '../../db.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Signer } from '../../signing.ts';
import type { HeadFiles } from './head-files.ts';
import { signHead } from './signed-head.ts';

export interface HeadNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly headFiles: HeadFiles;
  readonly jobs: Jobs;
  readonly onHead: (signed: SignedHead) => void;
}

/**
 * Signs the head of every chain and puts it where the database's owner cannot rewrite it: into a file, into the log, and,
 * by a job of its own, to the file server of the laboratory.
 */
export async function exportHeads(needs: HeadNeeds): Promise<SignedHead[]> {
  const { db, headFiles, onHead } = needs;
  const heads = await db.auditHead.findMany({ orderBy: { chain: 'asc' } });
  const signed: SignedHead[] = [];
  for (const { chain, number, hash } of heads) {
    const place = { chain: chain === NO_LABORATORY ? null : chain, number: Number(number), hash };
    const kept = await headFiles.keep(signHead(needs, place));
    onHead(kept);
    signed.push(kept);
  }
  await askForSending(needs, signed);
  return signed;
}

async function askForSending({ db, jobs }: HeadNeeds, heads: readonly SignedHead[]): Promise<void> {
  const connections = await db.fileTransferConnection.findMany({ select: { laboratoryId: true } });
  const withServer = new Set(connections.map(({ laboratoryId }) => laboratoryId));
  await transaction({ db }, async (tx) => {
    for (const signed of heads) {
      const { chain: laboratoryId } = signed.head;
      if (withServer.has(laboratoryId)) await jobs.ask(tx, 'audit-head', { data: { laboratoryId, signed } });
    }
  });
}
