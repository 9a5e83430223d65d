import { PORTABLE_PARTS } from '@curvewell/domain';
import { checkTimeStamp, TimeStampError } from '@curvewell/domain/time-stamp';
import { ReadError } from '@curvewell/instruments';

import { checkDerived } from './check-derived.ts';
import {
  checkAudit,
  checkManifest,
  checkOriginals,
  checkSignature,
  effectiveKeys,
  type Keys,
  revocationFault,
} from './check-proofs.ts';
import { checkReport } from './check-report.ts';
import { fails, type Finding, holds, looked, reasonOf, unsure } from './findings.ts';
import { type OpenedRecord, openRecord } from './opened-record.ts';
import { readParts } from './read-parts.ts';
import { recompute } from './recompute.ts';

const { timeStamp: PART } = PORTABLE_PARTS;

/**
 * Checks the time stamp of the signature, if any.
 *
 * @param authorities - certificates (PEM), one of which must vouch for it; null: not known
 * @param keys - the valid keys
 */
async function checkStamp(
  { parts, signature }: OpenedRecord,
  { authorities, keys }: { readonly authorities: readonly string[] | null; readonly keys: Keys },
): Promise<readonly Finding[]> {
  const token = parts.get(PART);
  if (token === undefined)
    return authorities === null ? [] : [unsure(PART, 'The record contains no time stamp.')];
  const data = Buffer.from(signature.signature, 'base64');
  try {
    const { at, authority } = await checkTimeStamp(token, { data, authorities });
    const revoked = revocationFault(keys.get(signature.statement.keyId), at);
    if (revoked !== null) return [fails(PART, `${authority}: ${revoked}`)];
    const confirmed = `${authority} confirms that the signature existed at ${at}.`;
    if (authorities !== null) return [holds(PART, confirmed)];
    const advice = 'Anybody can set up an authority: to check that this one is trusted, use --time-stamp-ca.';
    return [unsure(PART, `${confirmed} ${advice}`)];
  } catch (error) {
    if (error instanceof TimeStampError) return [fails(PART, error.message)];
    throw error;
  }
}

/**
 * Checks a portable record with nothing but itself: what it holds is what was signed, the originals are what was
 * imported, and read and called again they give the same.
 *
 * @param trustedKey the public key of the laboratory's installation, 32 bytes in base64; null: it is not known
 * @param authorities certificates (PEM) of those whose time stamps count; null: they are not known
 * @returns what was looked at, part by part
 */
export async function verifyRecord(
  bytes: Buffer,
  trustedKey: string | null,
  authorities: readonly string[] | null = null,
): Promise<readonly Finding[]> {
  let opened: OpenedRecord;
  try {
    opened = openRecord(await readParts(bytes));
  } catch (error) {
    return [fails('the file', `It is not a complete record: ${reasonOf(error)}.`)];
  }
  const { counted, findings } = effectiveKeys(opened, trustedKey);
  return [
    ...findings,
    ...looked(PORTABLE_PARTS.manifest, () => checkManifest(opened, counted)),
    ...looked(PORTABLE_PARTS.signature, () => checkSignature(opened, counted)),
    ...(await checkStamp(opened, { authorities, keys: counted })),
    ...looked(PORTABLE_PARTS.report, () => checkReport(opened)),
    ...looked('originals', () => checkOriginals(opened)),
    ...looked(PORTABLE_PARTS.audit, () => checkAudit(opened, counted)),
    ...looked(PORTABLE_PARTS.record, () => checkDerived(opened)),
    ...(await recompute(opened).catch((error: unknown) => [recomputationFailed(error)])),
  ];
}

/**
 * An error of the reader is a fault of the record; any other error may be a fault of this program or of its
 * engine.
 */
function recomputationFailed(error: unknown): Finding {
  return error instanceof ReadError
    ? fails(PORTABLE_PARTS.reading, `The original files cannot be read: ${error.message}`)
    : unsure(PORTABLE_PARTS.reading, `This program could not recompute the calls: ${reasonOf(error)}`);
}
