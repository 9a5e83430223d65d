import {
  canonicalJson,
  decisionRecordSchema,
  recordDifferences,
  signatureSchema,
  signatureStatementSchema,
  type DecisionRecord,
  type RecordDifference,
  type RecordState,
  type Signature,
  type SignatureStatement,
  isDecidedStatus,
  type RunStatus,
} from '@curvewell/domain';
import { isValidAt, isSignatureValid, sha256 } from '@curvewell/domain/record';

import { z } from 'zod';

import { StoreUnreachable } from '../../blobs/blobs.ts';
import type { Clock } from '../../clock.ts';
import type { Db, Tx } from '../../database/db.ts';
import type { Signature as SignatureRow } from '../../generated/prisma/client.ts';
import type { Signer } from '../../signing/signer.ts';
import { readTrustedKeys } from '../../signing/signing-keys.ts';
import { storedChartHash } from '../interpretation/index.ts';
import { byteFaults } from './byte-faults.ts';
import { readRecord } from './decision-record.ts';
import { isHeadOf, textOfRecord, textOfRecordNow, type StoredRecord } from './stored-record.ts';

/** Details of a decision's entry. */
const chartSchema = z.object({ chart: z.object({ version: z.int(), sha256: z.string() }).nullable() });

export interface RecordDependencies {
  readonly db: Db | Tx;
  readonly clock: Clock;
  readonly signer: Signer;
  /** Whether bytes in the object store are read and compared as well. */
  readonly readsObjects?: boolean;
}

/**
 * Whether a run still matches its signature. Reads the record from the rows, hashes the files, verifies the
 * signature and looks up the audit entry that it names. A decided run without a valid signature counts as changed.
 * The caller checks that the run belongs to the laboratory.
 */
export async function readRecordState(dependencies: RecordDependencies, runId: string): Promise<RecordState> {
  const { db, clock } = dependencies;
  const row = await db.signature.findFirst({ where: { runId }, orderBy: { entryNumber: 'desc' } });
  const signature = row && signatureOf(row);
  const run = await db.run.findUniqueOrThrow({
    where: { id: runId },
    select: { status: true, laboratoryId: true },
  });
  const differences =
    signature === null
      ? await missingSignature(db, { runId, ...run })
      : await signedFaults(dependencies, { signature, ...run });
  return {
    state: differences === null ? 'unsigned' : differences.length === 0 ? 'unchanged' : 'changed',
    // Invalid columns are not returned as a signature.
    signature: differences === null ? null : (signatureSchema.safeParse(signature).data ?? null),
    differences: differences ?? [],
    checkedAt: clock.now().toISOString(),
  };
}

/** Null: the signature is of a rejection, after which the run was interpreted again. */
async function signedFaults(
  dependencies: RecordDependencies,
  { signature, ...run }: Owner & { readonly signature: Signature },
): Promise<RecordDifference[] | null> {
  const faults = await signatureFaults(dependencies, signature);
  if (faults.length === 0 && (await isRejectionSuperseded(dependencies.db, { signature, ...run })))
    return null;
  return [...faults, ...(await recordFaults(dependencies, signature))];
}

/** The last decision on a run with the signed record; null: not signed, or not completely stored. */
export async function readSignedRecord(
  db: Db,
  runId: string,
): Promise<{ readonly signature: Signature; readonly record: DecisionRecord } | null> {
  const row = await db.signature.findFirst({ where: { runId }, orderBy: { entryNumber: 'desc' } });
  if (row === null) return null;
  const kept = await db.decisionRecord.findFirst({ where: { runId, hash: row.recordHash } });
  const record = kept && recordOf(kept, await textOfRecord(db, kept));
  return record && { signature: signatureOf(row), record };
}

/** The statement of the last decision on a run; null: not signed. */
export async function readStatement(db: Db, runId: string): Promise<SignatureStatement | null> {
  const row = await db.signature.findFirst({ where: { runId }, orderBy: { entryNumber: 'desc' } });
  return row && signatureOf(row).statement;
}

/** Assembles a signature from its columns. */
export function signatureOf(row: SignatureRow): Signature {
  const { runId, decision, meaning, signedInAt, softwareVersion, recordHash, keyId, signature } = row;
  const { accountChanges, providerEvents } = row;
  const statement = {
    format: 'curvewell-signature/1',
    runId,
    laboratory: { id: row.laboratoryId, name: row.laboratoryName },
    signer: { id: row.signerId, name: row.signerName, role: row.signerRole },
    decision,
    meaning,
    at: row.at.toISOString(),
    signedInAt: signedInAt?.toISOString() ?? null,
    // Older signatures cover a statement without this field.
    ...(accountChanges !== null && { accountChanges }),
    ...(providerEvents !== null && { providerEvents }),
    softwareVersion,
    recordHash,
    keyId,
    entry: { chain: row.laboratoryId, number: Number(row.entryNumber), hash: row.entryHash },
  };
  // The columns are not validated here: verifying the signature does that.
  return { statement: statement as Signature['statement'], signature };
}

interface Owner {
  readonly laboratoryId: string;
  readonly status: RunStatus;
}

const DECIDED = ['run.approve', 'run.reject'];

const lastDecision = (db: Db | Tx, { runId, laboratoryId }: { runId: string; laboratoryId: string }) =>
  db.auditEvent.findFirst({
    where: { laboratoryId, entity: 'run', entityId: runId, action: { in: DECIDED } },
    orderBy: { number: 'desc' },
    select: { number: true, broughtIn: true },
  });

/** The fault of a decided run without a signature. Null: not decided, or decided before decisions were signed. */
async function missingSignature(
  db: Db | Tx,
  { runId, laboratoryId, status }: Owner & { readonly runId: string },
): Promise<RecordDifference[] | null> {
  const decided = await lastDecision(db, { runId, laboratoryId });
  if (decided === null)
    return isDecidedStatus(status)
      ? [{ what: 'Signature', signed: 'no decision in the audit trail', found: `status ${status}` }]
      : null;
  if (decided.broughtIn && isDecidedStatus(status) && (await isBroughtIn(db, { laboratoryId, ...decided })))
    return null;
  return [{ what: 'Signature', signed: `audit entry ${decided.number}`, found: null }];
}

/** Entries from before the chain existed come first. */
async function isBroughtIn(
  db: Db | Tx,
  { laboratoryId, number }: { readonly laboratoryId: string; readonly number: bigint },
): Promise<boolean> {
  const before = { laboratoryId, number: { lt: number }, broughtIn: false };
  return (await db.auditEvent.findFirst({ where: before, select: { id: true } })) === null;
}

/**
 * Whether a rejected run was interpreted again. The signature stays with the rejection; the audit trail names the
 * superseded interpretation.
 */
async function isRejectionSuperseded(
  db: Db | Tx,
  { signature: { statement }, status, laboratoryId }: Owner & { readonly signature: Signature },
): Promise<boolean> {
  const { runId, decision, entry } = statement;
  if (decision !== 'REJECTED' || isDecidedStatus(status)) return false;
  const again = await db.auditEvent.findFirst({
    where: {
      laboratoryId,
      entity: 'run',
      entityId: runId,
      action: 'run.interpret',
      number: { gt: entry.number },
    },
    orderBy: { number: 'asc' },
    select: { details: true },
  });
  const { data } = z.object({ formerInterpretation: z.uuid() }).safeParse(again?.details);
  if (data === undefined) return false;
  return (
    (await db.interpretation.count({ where: { id: data.formerInterpretation, formerRunId: runId } })) > 0
  );
}

/** Faults of the signature, of its key, or of the audit entry that it names. */
async function signatureFaults(
  { db, signer }: RecordDependencies,
  signature: Signature,
): Promise<RecordDifference[]> {
  const { statement } = signature;
  const faults: RecordDifference[] = [];
  const key = (await readTrustedKeys(db, signer)).get(statement.keyId);
  if (key === undefined)
    faults.push({ what: 'Signature: key', signed: 'a key of this installation', found: statement.keyId });
  else if (!isValidAt(key, statement.at))
    faults.push({
      what: 'Signature: key',
      signed: `at ${statement.at}`,
      found: `${key.id}, revoked since ${key.revokedAt ?? ''}`,
    });
  else if (!signatureStatementSchema.safeParse(statement).success || !isSignatureValid(signature, key))
    faults.push({ what: 'Signature', signed: 'by this installation', found: 'invalid' });
  const { chain, number, hash } = statement.entry;
  const entry = await db.auditEvent.findFirst({
    where: { laboratoryId: chain, number },
    select: { hash: true },
  });
  if (entry?.hash !== hash)
    faults.push({ what: `Audit entry ${number}`, signed: hash, found: entry?.hash ?? null });
  const last = await lastDecision(db, { runId: statement.runId, laboratoryId: statement.laboratory.id });
  if (last !== null && Number(last.number) > number)
    faults.push({ what: 'Signature', signed: `audit entry ${last.number}`, found: `audit entry ${number}` });
  return faults;
}

/** Differences between the run and the signed record. */
async function recordFaults(
  dependencies: RecordDependencies,
  { statement: { runId, recordHash, decision, entry } }: Signature,
): Promise<RecordDifference[]> {
  const { db } = dependencies;
  const found = await readRecord(db, runId);
  if (found === null) return [{ what: 'Interpretation', signed: 'there', found: null }];
  const faults: RecordDifference[] = [
    ...(await byteFaults(db, runId, dependencies)),
    ...(await chartFaults(db, runId, entry)),
  ];
  if (found.run.status !== decision)
    faults.push({ what: 'Run: status', signed: decision, found: found.run.status });
  const text = canonicalJson(found);
  const now = sha256(text);
  const row = await db.decisionRecord.findFirst({ where: { runId, hash: recordHash } });
  // What is in the object store is read like files and curves, or to name the differences.
  const isRead = row?.wellsSha256 === null || now !== recordHash || dependencies.readsObjects === true;
  if (row !== null && !isRead && (await isHeadOf(row, text))) return faults;
  const signed = row !== null && isRead ? await textToCompare(dependencies, row) : null;
  const kept = row === null || signed === undefined ? null : recordOf(row, signed);
  if (kept === null && signed !== undefined)
    faults.push({ what: 'Record as it was signed', signed: recordHash, found: null });
  if (now === recordHash) return faults;
  const differences = kept === null ? [] : recordDifferences(kept, found);
  const known = new Set(faults.map(({ what }) => what));
  const more = differences.filter(({ what }) => !known.has(what));
  if (faults.length + more.length > 0) return [...faults, ...more];
  return [{ what: 'Record', signed: recordHash, found: now }];
}

/** The text of a changed run's signed record; undefined: a page cannot reach the object store, so it shows no differences. */
async function textToCompare(
  { db, readsObjects = false }: RecordDependencies,
  row: StoredRecord,
): Promise<string | null | undefined> {
  try {
    return await textOfRecordNow(db, row);
  } catch (error) {
    if (readsObjects || !(error instanceof StoreUnreachable)) throw error;
    return undefined;
  }
}

/** The signed record; null: the stored one does not match the hash. */
function recordOf({ hash }: { readonly hash: string }, text: string | null): DecisionRecord | null {
  if (text === null || sha256(text) !== hash) return null;
  const content: unknown = JSON.parse(text);
  decisionRecordSchema.parse(content);
  // Without fields that later versions of a record add.
  return content as DecisionRecord;
}

/** The chart on the pages must match the entry of the decision, as long as its format version is the same. */
async function chartFaults(
  db: Db | Tx,
  runId: string,
  { chain, number }: Signature['statement']['entry'],
): Promise<RecordDifference[]> {
  const entry = await db.auditEvent.findFirst({
    where: { laboratoryId: chain, number },
    select: { details: true },
  });
  const { data: signed } = chartSchema.safeParse(entry?.details);
  const found = await storedChartHash(db, runId);
  if (signed?.chart === null || signed === undefined || found === null) return [];
  if (signed.chart.version !== found.version || signed.chart.sha256 === found.sha256) return [];
  return [{ what: 'Chart', signed: signed.chart.sha256, found: found.sha256 }];
}
