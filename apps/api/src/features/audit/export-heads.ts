import { INSTALLATION, type ChainHead, type SignedHead } from '@curvewell/contracts';

import { NO_LABORATORY } from '../../audit-chain.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db.ts';
import type { Signer } from '../../signing.ts';
import type { HeadFiles } from './head-files.ts';

export interface HeadNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly headFiles: HeadFiles;
  readonly onHead: (signed: SignedHead) => void;
}

/** Signs the head of every chain and puts it where the database's owner cannot rewrite it: into a file, and into the log. */
export async function exportHeads({
  db,
  clock,
  signer,
  headFiles,
  onHead,
}: HeadNeeds): Promise<SignedHead[]> {
  const heads = await db.auditHead.findMany({ orderBy: { chain: 'asc' } });
  const signed = heads.map(({ chain, number, hash }): SignedHead => {
    const head: ChainHead = {
      format: 'curvewell-audit-head/1',
      chain: chain === NO_LABORATORY ? INSTALLATION : chain,
      ...{ number: Number(number), hash, at: clock.now().toISOString(), keyId: signer.keyId },
    };
    return { head, signature: signer.sign(head) };
  });
  for (const one of signed) {
    await headFiles.keep(one);
    onHead(one);
  }
  return signed;
}
