import { PORTABLE_PARTS } from '@curvewell/domain';
import { checkTimeStamp, TimeStampError } from '@curvewell/domain/time-stamp';

import { revocationFault, type Keys } from './check-proofs.ts';
import { fails, holds, type Finding } from './findings.ts';
import type { OpenedRecord } from './opened-record.ts';

const { timeStamp: PART } = PORTABLE_PARTS;

/**
 * Checks the time stamp of the signature, if any.
 *
 * @param authorities - certificates (PEM), one of which must vouch for it; null: not known
 * @param keys - the valid keys
 */
export async function checkStamp(
  { parts, signature }: OpenedRecord,
  { authorities, keys }: { readonly authorities: readonly string[] | null; readonly keys: Keys },
): Promise<readonly Finding[]> {
  const token = parts.get(PART);
  if (token === undefined) return [];
  const data = Buffer.from(signature.signature, 'base64');
  try {
    const { at, authority } = await checkTimeStamp(token, { data, authorities });
    const revoked = revocationFault(keys.get(signature.statement.keyId), at);
    if (revoked !== null) return [fails(PART, `${authority}: ${revoked}`)];
    const whose =
      authorities === null ? ' To check that this authority is trusted, use --time-stamp-ca.' : '';
    return [holds(PART, `${authority} confirms that the signature existed at ${at}.${whose}`)];
  } catch (error) {
    if (error instanceof TimeStampError) return [fails(PART, error.message)];
    throw error;
  }
}
