import { PORTABLE_PARTS } from '@curvewell/contracts';
import { checkTimeStamp, TimeStampError } from '@curvewell/contracts/time-stamp';

import { fails, holds, type Finding } from './findings.ts';
import type { OpenedRecord } from './opened-record.ts';

const { timeStamp: PART } = PORTABLE_PARTS;

/**
 * The time stamp of the signature, where there is one.
 *
 * @param authorities certificates (PEM) of which one has to vouch for it; null: they are not known
 */
export async function checkStamp(
  { parts, signature }: OpenedRecord,
  authorities: readonly string[] | null,
): Promise<readonly Finding[]> {
  const token = parts.get(PART);
  if (token === undefined) return [];
  const data = Buffer.from(signature.signature, 'base64');
  try {
    const { at, authority } = await checkTimeStamp(token, { data, authorities });
    const whose = authorities === null ? ' Whether that authority counts is told by --time-stamp-ca.' : '';
    return [holds(PART, `The signature was there at ${at}, says ${authority}.${whose}`)];
  } catch (error) {
    if (error instanceof TimeStampError) return [fails(PART, error.message)];
    throw error;
  }
}
