import { createHash } from 'node:crypto';

import { DELIVERY_FAULTS } from '@curvewell/domain';

import { recordAudit } from '../../audit/record-audit.ts';
import { transaction } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { JobData } from '../../jobs/queues.ts';
import { headText } from '../audit/index.ts';
import { accessOf, readTrouble, TransferFault } from '../file-transfer/index.ts';
import type { DeliveryDependencies } from './deliver.ts';
import { rememberKey } from './remember-key.ts';
import { sendFiles } from './send-files.ts';

const FOLDER = 'audit-heads';

/**
 * Sends the head of a laboratory's audit trail to its file server, so that removed entries can be detected
 * there. Skipped when no server is configured any more.
 *
 * @throws AppError with the server's fault
 */
export async function sendAuditHead(
  dependencies: DeliveryDependencies,
  { laboratoryId, signed }: JobData['audit-head'],
): Promise<void> {
  const { db, clock, secrets, allowsFileServer, deadlines } = dependencies;
  const connection = await db.fileTransferConnection.findUnique({ where: { laboratoryId } });
  if (connection === null) return;
  const trouble = await readTrouble(db, laboratoryId);
  if (trouble !== null && trouble.nextTryAt === null)
    throw new AppError('unavailable', `Sending is stopped: ${DELIVERY_FAULTS[trouble.fault].words}.`);
  const content = Buffer.from(headText(signed));
  const { number, hash, at } = signed.head;
  const name = `audit-head_${at.slice(0, 10)}.json`;
  const seen: { fingerprint: string | null } = { fingerprint: null };
  try {
    await sendFiles({
      access: accessOf(secrets, connection),
      knownKey: connection.hostKeyFingerprint,
      allows: allowsFileServer,
      ...(deadlines !== undefined && { deadlines }),
      onStep: () => undefined,
      onKey: ({ state, fingerprint }) => {
        if (state === 'first-seen') seen.fingerprint = fingerprint;
      },
      directory: connection.directory,
      folder: FOLDER,
      onFile: () => Promise.resolve(),
      files: [
        {
          name,
          size: content.length,
          read: () => Promise.resolve(content),
          sha256: createHash('sha256').update(content).digest('hex'),
        },
      ],
    });
  } catch (error) {
    if (error instanceof TransferFault) throw new AppError('unavailable', error.message, { cause: error });
    throw error;
  }
  await transaction({ db }, async (tx) => {
    const actor = { userId: null, name: 'Curvewell', laboratory: { id: laboratoryId } };
    await rememberKey(tx, actor, { connection, ...seen, now: clock.now() });
    await recordAudit(tx, actor, {
      action: 'audit.head-sent',
      entity: 'fileTransfer',
      entityId: connection.id,
      details: { number, hash, file: `${FOLDER}/${name}` },
    });
  });
}
