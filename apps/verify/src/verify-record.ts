import { PORTABLE_PARTS } from '@curvewell/domain';
import { ReadError } from '@curvewell/instruments';

import { checkAudit, checkManifest, checkOriginals, checkSignature, effectiveKeys } from './check-proofs.ts';
import { checkDerived } from './check-derived.ts';
import { checkStamp } from './check-time-stamp.ts';
import { checkReport } from './check-report.ts';
import { fails, looked, reasonOf, unsure, type Finding } from './findings.ts';
import { openRecord, type OpenedRecord } from './opened-record.ts';
import { readParts } from './read-parts.ts';
import { recompute } from './recompute.ts';

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
