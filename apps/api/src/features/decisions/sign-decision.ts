import {
  SIGNATURE_MEANING,
  type AccountChange,
  type RunDecision,
  type Signature,
  type SignatureStatement,
} from '@curvewell/domain';
import { sha256 } from '@curvewell/domain/record';

import { recordAudit } from '../../audit/record-audit.ts';
import type { Tx } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Signer } from '../../signing/signer.ts';
import { refuseRevoked } from '../../signing/signing-keys.ts';
import type { TimeStamps } from '../../signing/time-stamps.ts';
import { SOFTWARE_BUILD } from '../../process/version.ts';
import { storedChartHash } from '../interpretation/index.ts';
import { accountChanges } from './account-changes.ts';
import type { ProviderChanges } from '../users/index.ts';
import { keepRecordCheck } from './keep-record-check.ts';
import { completeRecord, type PreparedRecord } from './decision-record.ts';
import { requestTimeStamp } from './time-stamp.ts';

interface Dependencies {
  readonly tx: Tx;
  readonly signer: Signer;
  readonly jobs: Jobs;
  readonly timeStamps: Pick<TimeStamps, 'isOn'>;
}

interface Signing {
  readonly runId: string;
  readonly decisionId: string;
  readonly decision: RunDecision;
  readonly at: Date;
  /** When the signer signed in for this decision; null: not required. */
  readonly signedInAt: Date | null;
  /** Changes of the signer's account at the identity provider. */
  readonly atProvider: ProviderChanges;
  /** The decision record; null if the run is not interpreted. */
  readonly prepared: PreparedRecord | null;
  /** Recorded in the audit entry beside the hash of the record. */
  readonly details: Prisma.InputJsonObject;
}

/**
 * Signs a decision that has just been stored. The audit entry holds the hash of the record as the rows now
 * are. Once the entry is in the chain, the signature covers person, time, meaning, record and entry. After the
 * commit, jobs fetch a time stamp of the signature and publish the head of the audit trail.
 */
export async function signDecision(
  { tx, signer, jobs, timeStamps }: Dependencies,
  actor: LaboratoryCaller,
  signing: Signing,
): Promise<void> {
  const { runId, decisionId, decision, details } = signing;
  const record = await completeRecord(tx, signing);
  if (record === null) throw new AppError('illegal-transition', 'This run has no results.');
  await refuseRevoked(tx, signer);
  const recordHash = sha256(record.text);
  const laboratoryId = actor.laboratory.id;
  await keepRecordCheck(tx, { runId, laboratoryId, isUnchanged: true, checkedAt: signing.at });
  const chart = await storedChartHash(tx, runId);
  const { atProvider, at } = signing;
  const account = await accountChanges(tx, { userId: actor.userId, now: at, atProvider });
  // The signed record is stored, so that differences can be shown after the rows change.
  const { wellsSha256 } = record;
  const kept = { decisionId, runId, laboratoryId, hash: recordHash, wellsSha256 };
  await tx.decisionRecord.create({ data: { ...kept, content: await record.packed } });
  const entry = {
    action: decision === 'APPROVED' ? 'run.approve' : 'run.reject',
    entity: 'run',
    entityId: runId,
    details: { ...details, meaning: SIGNATURE_MEANING[decision], record: recordHash, chart },
  } as const;
  await recordAudit(tx, actor, entry, async ({ number, hash }) => {
    const statement = statementOf(actor, {
      ...signing,
      account,
      recordHash,
      number,
      hash,
      keyId: signer.keyId,
    });
    await keepSignature(tx, { decisionId, statement, signature: await signer.sign(statement) });
  });
  await requestTimeStamp({ tx, jobs, timeStamps }, { decisionId, laboratoryId, at });
  await jobs.ask(tx, 'audit-heads', { data: { laboratoryId } });
}

interface Stated extends Signing {
  readonly account: readonly AccountChange[];
  readonly recordHash: string;
  readonly number: number;
  readonly hash: string;
  readonly keyId: string;
}

function statementOf(
  { userId, name, role, laboratory }: LaboratoryCaller,
  { runId, decision, at, signedInAt, account, atProvider, recordHash, number, hash, keyId }: Stated,
): SignatureStatement {
  return {
    format: 'curvewell-signature/1',
    runId,
    laboratory: { id: laboratory.id, name: laboratory.name },
    signer: { id: userId, name, role },
    decision,
    meaning: SIGNATURE_MEANING[decision],
    at: at.toISOString(),
    signedInAt: signedInAt?.toISOString() ?? null,
    accountChanges: [...account],
    ...(atProvider.state !== 'own' && { providerEvents: atProvider.state }),
    softwareVersion: SOFTWARE_BUILD,
    recordHash,
    entry: { chain: laboratory.id, number, hash },
    keyId,
  };
}

async function keepSignature(
  tx: Tx,
  { decisionId, statement, signature }: Signature & { readonly decisionId: string },
): Promise<void> {
  const {
    runId,
    laboratory,
    signer,
    entry,
    at,
    signedInAt,
    accountChanges = [],
    providerEvents = null,
    format: _,
    ...stated
  } = statement;
  await tx.signature.create({
    data: {
      ...stated,
      decisionId,
      runId,
      signature,
      accountChanges,
      providerEvents,
      laboratoryId: laboratory.id,
      laboratoryName: laboratory.name,
      signerId: signer.id,
      signerName: signer.name,
      signerRole: signer.role,
      entryNumber: entry.number,
      entryHash: entry.hash,
      at: new Date(at),
      signedInAt: signedInAt === null ? null : new Date(signedInAt),
    },
  });
}
