import { DELIVERY_FAULTS, type Permission } from '@curvewell/domain';

import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { PermanentFailure } from '../../jobs/outcome.ts';
import type { JobData } from '../../jobs/queues.ts';
import type { Secrets } from '../../database/secrets.ts';
import type { HouseCertificate } from '../../house-certificate/house-certificate.ts';
import type { TimeStamps } from '../../signing/time-stamps.ts';
import type { Signer } from '../../signing/signer.ts';
import {
  accessOf,
  sentPartsOf,
  TransferFault,
  type AllowsFileServer,
  type Deadlines,
} from '../file-transfer/index.ts';
import type { AnalysisWorkers } from '../interpretation/index.ts';
import { startDelivery, type StartedDelivery } from './start-delivery.ts';
import { deliveryFiles, type FileToSend } from './delivery-files.ts';
import { openLog, type Log } from './delivery-log.ts';
import { DeliveryProblem, failureOf, type Failure } from './failure.ts';
import { asKept } from './keep-result.ts';
import { sendFiles } from './send-files.ts';
import { markFailed, markSent } from './settle-delivery.ts';

export interface DeliveryDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly houseCertificate: HouseCertificate | null;
  readonly timeStamps: Pick<TimeStamps, 'isOn' | 'settings'>;
  readonly secrets: Secrets;
  readonly jobs: Jobs;
  readonly allowsFileServer: AllowsFileServer;
  readonly analysisWorkers: AnalysisWorkers;
  /** Days for which temporary faults are retried. */
  readonly retryDays: number;
  readonly onError: (error: unknown) => void;
  readonly deadlines?: Deadlines;
}

/** The delivery was requested again or deleted, so the result of this attempt is dropped. */
class Overtaken extends Error {}

/**
 * One attempt to send a run. Its outcome and log are stored in one transaction: sent, next attempt scheduled,
 * or stopped. After a crash it is still marked as being sent, and the queue starts it again.
 */
export async function deliver(
  dependencies: DeliveryDependencies,
  turn: JobData['delivery'],
): Promise<'done' | 'again'> {
  const begun = await startDelivery(dependencies, turn);
  if (begun === 'done' || begun === 'again') return begun;
  const log = openLog(dependencies, {
    ...turn,
    laboratoryId: begun.delivery.laboratoryId,
    try: begun.delivery.tries,
  });
  try {
    const files = await send(dependencies, begun, log);
    await markSent(dependencies, { begun, log }, files);
    return 'done';
  } catch (error) {
    if (error instanceof Overtaken) return 'done';
    const failure = failureOf(error, begun.connection);
    if (failure.step === 'end') dependencies.onError(error);
    else if (error instanceof TransferFault) dependencies.onError(withoutServerMessage(error, failure));
    log.add(failure.step, failure.message, false);
    const { waits, message } = await markFailed(dependencies, { begun, log }, failure);
    if (!waits) throw new PermanentFailure(message, { cause: error });
    return 'again';
  }
}

/** For the log. A server's message may contain a file name, which may be that of a patient. */
const withoutServerMessage = ({ code }: TransferFault, { step, fault }: Failure): AppError =>
  new AppError(
    'unavailable',
    `delivery, ${step}${code === '' ? '' : ` (${code})`}: ${DELIVERY_FAULTS[fault].words}`,
  );

async function send(
  dependencies: DeliveryDependencies,
  begun: StartedDelivery,
  log: Log,
): Promise<readonly FileToSend[]> {
  const { delivery, connection, wasCutOff } = begun;
  if (wasCutOff) await recordCutOff(dependencies, delivery, log);
  if (connection === null) throw new DeliveryProblem('no-connection', 'No file transfer is configured.');
  const access = accessOf(dependencies.secrets, connection);
  const parts = sentPartsOf(connection);
  const files = await deliveryFiles(dependencies, senderOf(begun), {
    runId: delivery.runId,
    requestedAt: delivery.requestedAt,
    parts,
  });
  await storeFileNames(dependencies, delivery, files);
  await sendFiles({
    access,
    knownKey: connection.hostKeyFingerprint,
    allows: dependencies.allowsFileServer,
    onStep: (step, message) => log.add(step, message),
    onKey: ({ state, fingerprint }) => {
      if (state === 'first-seen') log.firstSeenKey = fingerprint;
    },
    ...(dependencies.deadlines !== undefined && { deadlines: dependencies.deadlines }),
    directory: connection.directory,
    folder: String(delivery.run.businessId),
    files,
    onFile: async (count) => {
      await log.write();
      await storeProgress(dependencies, delivery, count);
    },
  });
  return files;
}

const CUT_OFF = 'the previous attempt was interrupted; starting again';
/** After this many crashes a run waits as if the server had refused it. */
const MAX_CUT_OFFS = 3;

/** @throws DeliveryProblem after too many crashes in a row */
async function recordCutOff(
  { db }: DeliveryDependencies,
  { id, turn }: StartedDelivery['delivery'],
  log: Log,
): Promise<void> {
  log.add('begin', CUT_OFF);
  await log.write();
  const times = await db.deliveryLog.count({ where: { deliveryId: id, turn, message: CUT_OFF } });
  if (times <= MAX_CUT_OFFS) return;
  throw new DeliveryProblem(
    'cut-off',
    `The product ended ${times} times while it sent this run. For the cause, see the log of this installation.`,
  );
}

async function storeFileNames(
  { db }: DeliveryDependencies,
  { id, turn }: StartedDelivery['delivery'],
  files: readonly FileToSend[],
) {
  await db.delivery.updateMany({ where: { id, turn }, data: { files: asKept(files) } });
}

/** @throws Overtaken */
async function storeProgress(
  { db }: DeliveryDependencies,
  { id, turn }: StartedDelivery['delivery'],
  sendingFile: number,
) {
  const { count } = await db.delivery.updateMany({ where: { id, turn }, data: { sendingFile } });
  if (count === 0) throw new Overtaken();
}

const NO_PERMISSION: ReadonlySet<Permission> = new Set();

/** Reads the run on behalf of the person who requested the delivery, with the permission to export only. */
function senderOf({ delivery }: StartedDelivery): LaboratoryCaller {
  return {
    userId: delivery.requestedById ?? '',
    login: '',
    name: delivery.requestedByName,
    enabled: true,
    laboratory: delivery.run.laboratory,
    roles: [],
    role: '',
    permissions: NO_PERMISSION,
    permissionsOnHold: false,
    signedInAt: null,
    requestId: delivery.id,
  };
}
