import { auditExportSchema, signedHeadSchema, type AuditSlice, type SignedHead } from '@curvewell/domain';
import { headKey, isHeadValid } from '@curvewell/domain/record';

import { effectiveKeys, revocationFault, sliceFaults, type Keys } from './check-proofs.ts';
import { fails, holds, reasonOf, unsure, type Finding } from './findings.ts';

interface Against {
  /** The public key of the laboratory's installation, 32 bytes in base64; null: unknown. */
  readonly trustedKey: string | null;
  /** Texts of heads exported earlier, for example from the laboratory's file server or the log. */
  readonly heads: readonly string[];
}

/**
 * Verifies exported audit entries offline, and compares them with heads exported earlier, which reveal
 * entries that were removed or rewritten since.
 */
export function verifyTrail(text: string, { trustedKey, heads }: Against): readonly Finding[] {
  let exported;
  try {
    exported = auditExportSchema.parse(JSON.parse(text));
  } catch (error) {
    return [fails('the file', `It is not an exported audit trail: ${reasonOf(error)}`)];
  }
  const { counted, findings } = effectiveKeys(exported, trustedKey);
  return [
    ...findings,
    ...(exported.slices.length === 0 ? [unsure('the file', 'It contains no entries.')] : []),
    ...exported.slices.flatMap((slice) => checkSlice(slice, counted)),
    ...heads.map((head) => checkHead(head, { slices: exported.slices, keys: counted })),
  ];
}

const partOf = (chain: string) => `trail ${chain.slice(0, 12)}`;

function checkSlice(slice: AuditSlice, keys: Keys): Finding[] {
  const part = partOf(slice.chain);
  const faults = sliceFaults(slice, keys);
  if (faults.length > 0) return faults.map((fault) => fails(part, fault));
  const { links } = slice;
  const count = links.filter(({ entry }) => entry !== null).length;
  const [first, last] = [links[0]?.number ?? 0, links.at(-1)?.number ?? 0];
  return [holds(part, `${count} exported entries among ${links.length}, intact from ${first} to ${last}.`)];
}

interface Known {
  readonly slices: readonly AuditSlice[];
  readonly keys: Keys;
}

function checkHead(text: string, { slices, keys }: Known): Finding {
  let signed: SignedHead;
  try {
    signed = signedHeadSchema.parse(JSON.parse(text));
  } catch (error) {
    return fails('head', `It is not an exported audit head: ${reasonOf(error)}`);
  }
  const { chain, number, hash, at } = signed.head;
  const part = `head ${at.slice(0, 10)}`;
  const key = headKey(keys, signed.head);
  if (key === undefined || !isHeadValid(signed, key))
    return fails(part, revocationFault(key, at) ?? 'It is not signed by a trusted key, or it was altered.');
  const links = slices.find((slice) => slice.chain === chain)?.links ?? [];
  const [first, last] = [links[0]?.number ?? 0, links.at(-1)?.number ?? 0];
  if (number > last)
    return fails(
      part,
      `Entries ${last + 1} to ${number} of ${partOf(chain)} are not in this export, or were cut off.`,
    );
  const link = links.find((one) => one.number === number);
  if (link === undefined)
    return unsure(part, `Entry ${number} is before the first one that was exported (${first}).`);
  return link.hash === hash
    ? holds(part, `Entry ${number} of ${partOf(chain)} matches this head.`)
    : fails(part, `Entry ${number} of ${partOf(chain)} does not match this head: its hash differs.`);
}
