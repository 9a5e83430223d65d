import { INSTALLATION, type ChainHead, type SignedHead } from '@curvewell/domain';
import type { ChainPlace } from '@curvewell/domain/record';

import type { Chain } from '../../../audit/audit-chain.ts';
import type { Clock } from '../../../clock.ts';
import type { Signer } from '../../../signing/signer.ts';

export async function signHead(
  { clock, signer }: { readonly clock: Clock; readonly signer: Signer },
  { chain, number, hash }: ChainPlace & { readonly chain: Chain },
): Promise<SignedHead> {
  const head: ChainHead = {
    format: 'curvewell-audit-head/1',
    chain: chain ?? INSTALLATION,
    number,
    hash,
    at: clock.now().toISOString(),
    keyId: signer.heads.keyId,
  };
  return { head, signature: await signer.heads.sign(head) };
}
