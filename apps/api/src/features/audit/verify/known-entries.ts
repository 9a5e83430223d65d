import { INSTALLATION, type ChainFault } from '@curvewell/domain';
import { isHeadValid } from '@curvewell/domain/record';

import type { Chain } from '../../../audit/audit-chain.ts';
import type { Db, Tx } from '../../../database/db.ts';
import { keyOfHead, readTrustedKeys, type OwnKeys } from '../../../signing/signing-keys.ts';
import type { HeadFiles } from '../heads/head-files.ts';
import { confirmedHeads } from '../heads/rolled-back.ts';

/** An entry known from outside the chain, which the chain must contain. */
export interface KnownEntry {
  readonly number: number;
  readonly hash: string;
  /** The source, such as “the signature of run 5”. */
  readonly from: string;
}

interface Dependencies {
  readonly db: Db | Tx;
  readonly signer: OwnKeys;
  readonly headFiles: Pick<HeadFiles, 'read'>;
}

/**
 * Entries of a chain that signatures and exported heads name.
 *
 * @param after - reads only signatures that name an entry after this number; all heads are read
 */
export async function knownEntries(
  { db, signer, headFiles }: Dependencies,
  chain: Chain,
  after = 0,
): Promise<{ readonly known: KnownEntry[]; readonly fault: ChainFault | null }> {
  const keys = await readTrustedKeys(db, signer);
  const confirmed = await confirmedHeads(db);
  const heads = (await headFiles.read(chain ?? INSTALLATION)).filter(
    ({ signed }) => signed === null || !confirmed.has(signed.head.hash),
  );
  const isRight = ({ signed }: (typeof heads)[number]) => {
    const key = signed === null ? undefined : keyOfHead(keys, signer, signed);
    return (
      signed !== null &&
      key !== undefined &&
      signed.head.chain === (chain ?? INSTALLATION) &&
      isHeadValid(signed, key)
    );
  };
  const wrong = heads.find((head) => !isRight(head));
  const signatures =
    chain === null
      ? []
      : await db.$queryRaw<{ number: bigint; hash: string; run: number | null }[]>`
          SELECT s.entry_number AS number, s.entry_hash AS hash, r.business_id AS run
          FROM signature s LEFT JOIN run r ON r.id = s.run_id
          WHERE s.laboratory_id = ${chain}::uuid AND s.entry_number > ${after}::bigint`;
  return {
    known: [
      ...signatures.map(({ number, hash, run }) => ({
        number: Number(number),
        hash,
        from: `the signature of ${run === null ? 'a deleted run' : `run ${run}`}`,
      })),
      // A head that another installation has signed cannot be interpreted.
      ...heads
        .filter(isRight)
        .flatMap(({ day, signed }) =>
          signed === null || signed.head.number === 0
            ? []
            : [{ number: signed.head.number, hash: signed.head.hash, from: `the seal of ${day}` }],
        ),
    ],
    fault: wrong === undefined ? null : headFault(wrong.day),
  };
}

const headFault = (day: string): ChainFault => ({
  number: null,
  kind: 'exported-head',
  text: `The seal of ${day} was not signed by this installation.`,
});
