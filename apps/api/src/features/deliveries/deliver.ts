import { DELIVERY_TRIES, type DeliveryLogStep, type Permission } from '@curvewell/contracts';

import { recordAudit } from '../../audit.ts';
import type { Clock } from '../../clock.ts';
import { type Db, transaction, type Tx } from '../../db.ts';
import { AppError } from '../../errors.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { GivenUp } from '../../jobs/outcome.ts';
import type { JobData } from '../../jobs/queues.ts';
import type { Secrets } from '../../secrets.ts';
import {
  accessOf,
  sentPartsOf,
  TransferFault,
  type AllowsFileServer,
  type Deadlines,
} from '../file-transfer/index.ts';
import type { AnalysisWorkers } from '../interpretation/index.ts';
import { deliveryFiles, type FileToSend } from './delivery-files.ts';
import { rememberKey } from './remember-key.ts';
import { sendFiles } from './send-files.ts';

/** Before the second try, and before the third. */
const PAUSES_MS = [60_000, 5 * 60_000] as const;

export interface DeliverNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly jobs: Jobs;
  readonly allowsFileServer: AllowsFileServer;
  readonly analysisWorkers: AnalysisWorkers;
  readonly onError: (error: unknown) => void;
  readonly deadlines?: Deadlines;
}

type Turn = JobData['delivery'];
type Begun = NonNullable<Awaited<ReturnType<typeof begin>>>;
/** Somebody has asked for it again, or it is gone: what was being done is nobody's any more. */
class Overtaken extends Error {}

/**
 * One try to send a run. How it ends is kept with its log in one transaction: sent, or the next try asked for, or,
 * after the last, not sent. A process that dies on the way leaves it as being sent, and the queue begins it again.
 */
export async function deliver(needs: DeliverNeeds, turn: Turn): Promise<'done' | 'again'> {
  const begun = await begin(needs, turn);
  if (begun === null) return 'done';
  const log = openLog(needs, { ...turn, try: begun.delivery.tries });
  try {
    const files = await send(needs, begun, log);
    await settle(needs, { begun, log, outcome: { sent: files } });
    return 'done';
  } catch (error) {
    if (error instanceof Overtaken) return 'done';
    const { step, message } = failureOf(error);
    if (step === 'end') needs.onError(error);
    log.add(step, message, false);
    await settle(needs, { begun, log, outcome: { failed: message } });
    if (isLastTry(begun)) throw new GivenUp(message, { cause: error });
    return 'again';
  }
}

/** Takes the delivery up, unless another turn of it has been asked for since. */
async function begin({ db }: DeliverNeeds, { deliveryId: id, turn }: Turn) {
  return transaction({ db, on: id }, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM delivery WHERE id = ${id}::uuid FOR UPDATE`;
    const former = await tx.delivery.findFirst({
      where: { id, turn, state: { in: ['WAITING', 'SENDING'] } },
    });
    if (former === null) return null;
    const wasCutOff = former.state === 'SENDING';
    const delivery = await tx.delivery.update({
      where: { id },
      data: {
        state: 'SENDING',
        nextTryAt: null,
        sendingFile: 0,
        // A process that died is nothing that the server did.
        ...(!wasCutOff && { tries: { increment: 1 } }),
      },
      include: { run: { select: { businessId: true, laboratory: true } } },
    });
    const { laboratoryId } = delivery;
    const connection = await tx.fileTransferConnection.findUnique({ where: { laboratoryId } });
    return { delivery, connection, wasCutOff };
  });
}

async function send(needs: DeliverNeeds, begun: Begun, log: Log): Promise<readonly FileToSend[]> {
  const { delivery, connection, wasCutOff } = begun;
  if (wasCutOff) await noteCutOff(needs, delivery, log);
  if (connection === null) throw new AppError('not-found', 'No file transfer is configured.');
  const access = accessOf(needs.secrets, connection);
  const parts = sentPartsOf(connection);
  const files = await deliveryFiles(needs, senderOf(begun), { runId: delivery.runId, parts });
  await keepFiles(needs, delivery, files);
  await sendFiles({
    access,
    knownKey: connection.hostKeyFingerprint,
    allows: needs.allowsFileServer,
    onStep: (step, message) => {
      log.add(step, message);
    },
    onKey: ({ state, fingerprint }) => {
      if (state === 'first-seen') log.firstSeenKey = fingerprint;
    },
    ...(needs.deadlines !== undefined && { deadlines: needs.deadlines }),
    directory: connection.directory,
    folder: String(delivery.run.businessId),
    files,
    onFile: async (count) => {
      await log.write();
      await keepProgress(needs, delivery, count);
    },
  });
  return files;
}

const CUT_OFF = 'the try before was cut off; it begins anew';
/** A run that ends the process each time is given up like one that the server refuses. */
const MOST_CUT_OFFS = 3;

/** @throws AppError when this is no accident any more */
async function noteCutOff({ db }: DeliverNeeds, { id, turn }: Begun['delivery'], log: Log): Promise<void> {
  log.add('begin', CUT_OFF);
  await log.write();
  const times = await db.deliveryLog.count({ where: { deliveryId: id, turn, message: CUT_OFF } });
  if (times <= MOST_CUT_OFFS) return;
  throw new AppError(
    'busy',
    `The product ended ${times} times while it sent this run: the log of this installation tells why.`,
  );
}

const isLastTry = ({ delivery }: Begun): boolean => delivery.tries >= DELIVERY_TRIES;

const asKept = (files: readonly FileToSend[]) =>
  files.map(({ name, size, sha256 }) => ({ name, size, sha256 }));

async function keepFiles(
  { db }: DeliverNeeds,
  { id, turn }: Begun['delivery'],
  files: readonly FileToSend[],
) {
  await db.delivery.updateMany({ where: { id, turn }, data: { files: asKept(files) } });
}

/** @throws Overtaken */
async function keepProgress({ db }: DeliverNeeds, { id, turn }: Begun['delivery'], sendingFile: number) {
  const { count } = await db.delivery.updateMany({ where: { id, turn }, data: { sendingFile } });
  if (count === 0) throw new Overtaken();
}

function failureOf(error: unknown): { readonly step: DeliveryLogStep; readonly message: string } {
  if (error instanceof TransferFault) {
    const { step, message, said } = error;
    return { step, message: said === null || said === message ? message : `${message}: “${said}”` };
  }
  if (error instanceof AppError) return { step: 'begin', message: error.message };
  return {
    step: 'end',
    message: 'Something went wrong here, not at the server: the log of this installation tells what.',
  };
}

interface Ending {
  readonly begun: Begun;
  readonly log: Log;
  readonly outcome: { readonly sent: readonly FileToSend[] } | { readonly failed: string };
}

async function settle(needs: DeliverNeeds, { begun, log, outcome }: Ending): Promise<void> {
  const { db, clock, jobs } = needs;
  const { delivery } = begun;
  const { id, turn, tries } = delivery;
  const now = clock.now();
  await transaction({ db, on: id }, async (tx) => {
    const { count } = await tx.delivery.updateMany({
      where: { id, turn, state: 'SENDING' },
      data: { sendingFile: 0 },
    });
    if (count === 0) return;
    await log.write(tx);
    if ('sent' in outcome) {
      const files = asKept(outcome.sent);
      const happened = `Try ${tries}: sizes agree`;
      await tx.delivery.update({ where: { id }, data: { state: 'SENT', files, happened, settledAt: now } });
      await keepResult(tx, begun, { ftpSent: true, details: { files, tries } });
      const { connection } = begun;
      await rememberKey(tx, requesterOf(begun), { connection, fingerprint: log.firstSeenKey, now });
      return;
    }
    const pause = PAUSES_MS[tries - 1];
    if (pause === undefined || isLastTry(begun)) {
      const happened = `${tries} tries. Last: ${outcome.failed}`;
      await tx.delivery.update({ where: { id }, data: { state: 'NOT_SENT', happened, settledAt: now } });
      await keepResult(tx, begun, { ftpSent: false, details: { error: outcome.failed, tries } });
      return;
    }
    const nextTryAt = new Date(now.getTime() + pause);
    await tx.delivery.update({
      where: { id },
      data: { state: 'WAITING', happened: outcome.failed, nextTryAt, turn: { increment: 1 } },
    });
    await jobs.ask(tx, 'delivery', { data: { deliveryId: id, turn: turn + 1 }, startAfter: nextTryAt });
  });
}

interface Result {
  readonly ftpSent: boolean;
  readonly details: Parameters<typeof recordAudit>[2]['details'];
}

async function keepResult(tx: Tx, begun: Begun, { ftpSent, details = {} }: Result): Promise<void> {
  const { runId } = begun.delivery;
  await tx.run.update({ where: { id: runId }, data: { ftpSent }, select: { id: true } });
  const action = ftpSent ? 'run.send' : 'run.send-failed';
  await recordAudit(tx, requesterOf(begun), { action, entity: 'run', entityId: runId, details });
}

const requesterOf = ({ delivery }: Begun) => ({
  userId: delivery.requestedById,
  name: delivery.requestedByName,
  laboratory: { id: delivery.laboratoryId },
});

const NO_PERMISSION: ReadonlySet<Permission> = new Set();

/** Reads the run on behalf of whoever asked for it; nothing else can be done so. */
function senderOf({ delivery }: Begun): LaboratoryCaller {
  return {
    userId: delivery.requestedById ?? '',
    login: '',
    name: delivery.requestedByName,
    enabled: true,
    laboratory: delivery.run.laboratory,
    roles: [],
    role: '',
    permissions: NO_PERMISSION,
    signedInAt: null,
    requestId: delivery.id,
  };
}

interface Log {
  add: (step: DeliveryLogStep, message: string, ok?: boolean) => void;
  /** Keeps what was added since. */
  write: (tx?: Tx) => Promise<void>;
  firstSeenKey: string | null;
}

const LONGEST_MESSAGE = 500;

function openLog({ db, clock }: DeliverNeeds, line: Turn & { readonly try: number }): Log {
  let added: { at: Date; step: string; message: string; ok: boolean }[] = [];
  return {
    firstSeenKey: null,
    add: (step, message, ok = true) => {
      added.push({ at: clock.now(), step, message: message.slice(0, LONGEST_MESSAGE), ok });
    },
    write: async (tx) => {
      const lines = added.map((one) => ({ ...one, ...line }));
      await (tx ?? db).deliveryLog.createMany({ data: lines });
      // A transaction may be begun again, and then needs them.
      if (tx === undefined) added = [];
    },
  };
}
