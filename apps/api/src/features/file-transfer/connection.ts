import {
  isSameServer,
  sentPartSchema,
  TRANSFER_PROTOCOLS,
  transferSettingsOf,
  type FileTransferConnection,
  type SaveFileTransfer,
  type SentPart,
} from '@curvewell/domain';
import { isDeepStrictEqual } from 'node:util';

import { z } from 'zod';

import { differences, recordAudit, staleError } from '../../audit/record-audit.ts';
import type { Clock } from '../../clock.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import { AppError, notFound, refuse } from '../../errors.ts';
import type { FileTransferConnection as Row } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Secrets } from '../../database/secrets.ts';
import { cancelWaiting } from './request-delivery.ts';
import type { AllowsFileServer } from './server-address.ts';
import { resumeAfterSave } from './trouble.ts';
import type { ServerAccess } from './transport.ts';

export interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly jobs: Jobs;
  readonly allowsFileServer: AllowsFileServer;
}

export const ENTITY = 'fileTransfer';

/** The connection of the caller's laboratory without secrets; null: none. */
export async function readConnection(
  { db }: Pick<Dependencies, 'db'>,
  { laboratory }: LaboratoryCaller,
): Promise<FileTransferConnection | null> {
  const row = await db.fileTransferConnection.findUnique({ where: { laboratoryId: laboratory.id } });
  return row && answered(row);
}

/**
 * Configures the connection of a laboratory that has none. @throws AppError `name-taken`, `invalid-request`,
 * `not-configured`
 */
export async function createConnection(
  { db, clock, secrets, jobs }: Dependencies,
  actor: LaboratoryCaller,
  body: SaveFileTransfer,
): Promise<FileTransferConnection> {
  const laboratoryId = actor.laboratory.id;
  requireSecret(body, null);
  return transaction({ db, actor, on: laboratoryId }, async (tx) => {
    if ((await tx.fileTransferConnection.count({ where: { laboratoryId } })) > 0) {
      throw new AppError('name-taken', 'This laboratory already has a file-transfer connection.');
    }
    const data = columns({ body, former: null, laboratoryId, secrets, now: clock.now() });
    const row = await tx.fileTransferConnection.create({ data: { ...data, laboratoryId } });
    await recordAudit(tx, actor, {
      action: 'fileTransfer.create',
      entity: ENTITY,
      entityId: row.id,
      details: audited(row),
    });
    await resumeAfterSave({ tx, jobs }, actor, clock.now());
    return answered(row);
  });
}

/**
 * Changes the connection. The stored key and secrets of a server are discarded when the server changes.
 * Waiting deliveries are attempted at once.
 *
 * @throws AppError `not-found`, `stale`, `invalid-request`, `not-configured`
 */
export async function updateConnection(
  { db, clock, secrets, jobs }: Dependencies,
  actor: LaboratoryCaller,
  body: SaveFileTransfer,
): Promise<FileTransferConnection> {
  const laboratoryId = actor.laboratory.id;
  return transaction({ db, actor, on: laboratoryId }, async (tx) => {
    const former = await lockConnection(tx, laboratoryId);
    if (body.revision !== former.revision) throw await staleError(tx, actor, ENTITY, former.id);
    requireSecret(body, former);
    const data = columns({ body, former, laboratoryId, secrets, now: clock.now() });
    const row = await tx.fileTransferConnection.update({
      where: { id: former.id },
      data: { ...data, revision: { increment: 1 } },
    });
    await recordAudit(tx, actor, {
      action: 'fileTransfer.update',
      entity: ENTITY,
      entityId: row.id,
      details: {
        ...differences(audited(former), audited(row)),
        // Records that secrets were replaced, never their values.
        secretsReplaced: body.password !== undefined || body.privateKey !== undefined,
      },
    });
    await resumeAfterSave({ tx, jobs }, actor, clock.now());
    return answered(row);
  });
}

/** Deletes the connection; waiting deliveries are marked as not sent. @throws AppError `not-found` */
export async function deleteConnection(
  { db, clock }: Dependencies,
  actor: LaboratoryCaller,
  connectionId: string,
): Promise<void> {
  const laboratoryId = actor.laboratory.id;
  await transaction({ db, actor, on: laboratoryId }, async (tx) => {
    const row = await lockConnection(tx, laboratoryId);
    if (row.id !== connectionId) throw notFound('file-transfer connection');
    await tx.fileTransferConnection.delete({ where: { id: row.id } });
    await recordAudit(tx, actor, {
      action: 'fileTransfer.delete',
      entity: ENTITY,
      entityId: row.id,
      details: audited(row),
    });
    await cancelWaiting(tx, actor, {
      now: clock.now(),
      why: 'The file-transfer connection was deleted.',
    });
  });
}

export interface Typed {
  readonly storedId: string | null;
  readonly access: ServerAccess;
  readonly knownKey: string | null;
  /** Whether runs would be sent exactly as before: same server, directory, user and secrets. */
  readonly isAsStored: boolean;
}

/**
 * Server access with the settings as entered, saved or not. Stored secrets are used with the stored server
 * only.
 *
 * @throws AppError `invalid-request` when a secret is missing, `not-configured` when a stored one cannot be
 * decrypted
 */
export async function accessAsTyped(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  { laboratory }: LaboratoryCaller,
  body: SaveFileTransfer,
): Promise<Typed> {
  const stored = await db.fileTransferConnection.findUnique({ where: { laboratoryId: laboratory.id } });
  requireSecret(body, stored);
  const same = stored !== null && isSameServer(stored, body) ? stored : null;
  const access = {
    ...body,
    password: body.password ?? openSecret(secrets, same, 'password'),
    privateKey: body.privateKey ?? openSecret(secrets, same, 'privateKey'),
  };
  const knownKey =
    body.hostKeyFingerprint === undefined ? (same?.hostKeyFingerprint ?? null) : body.hostKeyFingerprint;
  return {
    storedId: stored?.id ?? null,
    access,
    knownKey,
    isAsStored:
      same !== null &&
      isDeepStrictEqual(
        wayOf({ ...access, knownKey }),
        wayOf({ ...accessOf(secrets, same), directory: same.directory, knownKey: same.hostKeyFingerprint }),
      ),
  };
}

/** The access to a laboratory's server, with secrets. @throws AppError `not-configured` */
export function accessOf(secrets: Secrets, row: Row): ServerAccess {
  return {
    ...row,
    password: openSecret(secrets, row, 'password'),
    privateKey: openSecret(secrets, row, 'privateKey'),
  };
}

type Way = ServerAccess & { readonly directory: string; readonly knownKey: string | null };

/** The settings that determine whether a run arrives. */
function wayOf({ protocol, tls, host, port, authentication, username, password, privateKey, ...way }: Way) {
  const { directory, knownKey } = way;
  const hasTls = TRANSFER_PROTOCOLS[protocol].hasTlsSetting && tls;
  return {
    protocol,
    hasTls,
    host: host.toLowerCase(),
    port,
    authentication,
    username,
    directory,
    knownKey,
    password,
    privateKey,
  };
}

export const sentPartsOf = ({ sentParts }: Pick<Row, 'sentParts'>): SentPart[] =>
  z.array(sentPartSchema).parse(sentParts);

async function lockConnection(tx: Tx, laboratoryId: string): Promise<Row> {
  await tx.$queryRaw`SELECT 1 FROM file_transfer_connection WHERE laboratory_id = ${laboratoryId}::uuid FOR UPDATE`;
  const row = await tx.fileTransferConnection.findUnique({ where: { laboratoryId } });
  if (row === null) throw notFound('file-transfer connection');
  return row;
}

type Secret = 'password' | 'privateKey';
const COLUMN = { password: 'encryptedPassword', privateKey: 'encryptedPrivateKey' } as const satisfies Record<
  Secret,
  keyof Row
>;

/** Binds a secret to a laboratory and column, so that it cannot be decrypted elsewhere. */
export const placeOf = (laboratoryId: string, secret: Secret): string => `${laboratoryId}/${secret}`;

function openSecret(secrets: Secrets, row: Row | null, secret: Secret): string | null {
  const sealed = row?.[COLUMN[secret]] ?? null;
  return row === null || sealed === null ? null : secrets.open(sealed, placeOf(row.laboratoryId, secret));
}

/** @throws AppError `invalid-request` */
function requireSecret(body: SaveFileTransfer, former: Row | null): void {
  const kept = former !== null && isSameServer(former, body) ? former : null;
  if (body.authentication === 'PASSWORD') {
    // The passphrase of a key is not a password.
    const isKept = kept?.authentication === 'PASSWORD' && kept.encryptedPassword !== null;
    if (body.password === undefined && !isKept) {
      refuse(
        ['password'],
        former === null ? 'Enter a password.' : 'Enter the password again: the server has changed.',
      );
    }
    return;
  }
  if (body.privateKey === undefined && (kept?.encryptedPrivateKey ?? null) === null) {
    refuse(['privateKey'], 'Enter a private key.');
  }
}

interface Saving {
  readonly body: SaveFileTransfer;
  readonly former: Row | null;
  readonly laboratoryId: string;
  readonly secrets: Secrets;
  readonly now: Date;
}

function columns({ body, former, laboratoryId, secrets, now }: Saving) {
  const { password, privateKey, hostKeyFingerprint, revision: _, ...settings } = body;
  const kept = former !== null && isSameServer(former, body) ? former : null;
  const sealed = (secret: Secret, plain: string | undefined) =>
    plain === undefined ? null : secrets.seal(plain, placeOf(laboratoryId, secret));
  const usesKey = settings.authentication === 'SSH_KEY';
  const sameWay = kept?.authentication === settings.authentication ? kept : null;
  const known = hostKeyFingerprint === undefined ? (kept?.hostKeyFingerprint ?? null) : hostKeyFingerprint;
  return {
    ...settings,
    encryptedPassword:
      // A new key replaces the passphrase, too.
      usesKey && privateKey !== undefined
        ? sealed('password', password)
        : (sealed('password', password) ?? sameWay?.encryptedPassword ?? null),
    encryptedPrivateKey: usesKey
      ? (sealed('privateKey', privateKey) ?? sameWay?.encryptedPrivateKey ?? null)
      : null,
    hostKeyFingerprint: known,
    hostKeyKnownAt: known === null ? null : known === kept?.hostKeyFingerprint ? kept.hostKeyKnownAt : now,
  };
}

function answered(row: Row): FileTransferConnection {
  return {
    ...plain(row),
    id: row.id,
    passwordSet: row.encryptedPassword !== null,
    privateKeySet: row.encryptedPrivateKey !== null,
    hostKeyFingerprint: row.hostKeyFingerprint,
    hostKeyKnownAt: row.hostKeyKnownAt?.toISOString() ?? null,
    ownerId: row.laboratoryId,
    revision: row.revision,
  };
}

/** The settings without secrets. */
const plain = (row: Row) => transferSettingsOf({ ...row, sentParts: sentPartsOf(row) });

/** The values for the audit trail, without secrets. */
const audited = (row: Row) => ({ ...plain(row), hostKeyFingerprint: row.hostKeyFingerprint });
