import { DELIVERY_FAULTS, deliveryFaultSchema, type DeliveryFault, zonedText } from '@curvewell/domain';

import type { Clock } from '../../clock.ts';
import { type Db, transaction } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { TransferTrouble } from '../../generated/prisma/client.ts';
import { PermanentFailure } from '../../jobs/outcome.ts';
import type { JobData } from '../../jobs/queues.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { recordNoticeSent, noticeSentAt } from '../file-transfer/index.ts';

export interface NoticeDependencies {
  readonly db: Db;
  readonly clock: Clock;
  /** Null: no mail server is configured. */
  readonly mailer: Mailer | null;
  readonly publicUrl: string;
}

type Notice = JobData['delivery-notice'];

/**
 * Mails a laboratory the state of its deliveries, unless that has changed meanwhile. The mail contains no
 * data of runs or samples. The queue retries failures.
 *
 * @throws AppError when the mail server refuses it; PermanentFailure when none is configured
 */
export async function sendNotice(dependencies: NoticeDependencies, notice: Notice): Promise<void> {
  const { db, clock, mailer } = dependencies;
  const { laboratoryId, event, since } = notice;
  const trouble = await db.transferTrouble.findUnique({
    where: { laboratoryId },
    include: {
      connection: {
        select: { noticeAddresses: true, laboratory: { select: { name: true, timeZone: true } } },
      },
    },
  });
  if (trouble === null || !isStillCurrent(trouble, notice)) return;
  const { noticeAddresses: to, laboratory } = trouble.connection;
  if (to.length === 0) return;
  if (mailer === null)
    throw new PermanentFailure('This installation has no mail server. Its administrator must set MAIL_HOST.');
  const unsent = await unsentOf(db, laboratoryId);
  const { subject, text } = wordsOf(dependencies, {
    event,
    laboratory,
    unsent,
    fault: deliveryFaultSchema.nullable().parse(trouble.fault),
  });
  try {
    await mailer.send({ id: `${event}.${laboratoryId}.${Date.parse(since)}`, to, subject, text });
  } catch (error) {
    throw new AppError(
      'unavailable',
      'The mail server did not accept the e-mail. For the cause, see the log of this installation.',
      {
        cause: error,
      },
    );
  }
  await transaction({ db, on: laboratoryId }, (tx) =>
    recordNoticeSent(tx, { laboratoryId, event, now: clock.now() }),
  );
}

function isStillCurrent(trouble: TransferTrouble, { event, since }: Notice): boolean {
  if (event === 'resolved') return trouble.fault === null && trouble.isNotified;
  const sentAt = noticeSentAt(trouble, event);
  return (
    trouble.fault !== null &&
    trouble.since?.toISOString() === since &&
    (trouble.nextTryAt === null) === (event === 'stopped') &&
    (sentAt === null || sentAt < trouble.since)
  );
}

interface Unsent {
  readonly count: number;
  readonly oldest: Date | null;
}

async function unsentOf(db: Db, laboratoryId: string): Promise<Unsent> {
  const { _count: count, _min: first } = await db.delivery.aggregate({
    where: {
      laboratoryId,
      run: { archivedAt: null },
      OR: [{ state: { in: ['WAITING', 'SENDING'] } }, { state: 'NOT_SENT', fault: { not: null } }],
    },
    _count: true,
    _min: { requestedAt: true },
  });
  return { count, oldest: first.requestedAt };
}

interface NoticeContent {
  readonly event: Notice['event'];
  readonly laboratory: { readonly name: string; readonly timeZone: string };
  readonly unsent: Unsent;
  readonly fault: DeliveryFault | null;
}

function wordsOf(
  { publicUrl }: NoticeDependencies,
  { event, laboratory: { name: laboratory, timeZone }, unsent: { count, oldest }, fault }: NoticeContent,
): { readonly subject: string; readonly text: string } {
  const runs = count === 1 ? '1 run' : `${count} runs`;
  const waits = count === 1 ? 'waits' : 'wait';
  const since = oldest === null ? '' : `, the oldest since ${zonedText(oldest, timeZone)}`;
  const why = fault === null ? '' : `Reason: ${DELIVERY_FAULTS[fault].words}.`;
  const page = `${publicUrl}/admin/configuration?tab=fileTransfer`;
  const { subject, lines } = {
    waiting: {
      subject: `${laboratory}: runs are waiting to be sent`,
      lines: [
        `${runs} of ${laboratory} ${waits} to be sent to the file server${since}.`,
        why,
        'Curvewell keeps trying. You will get an e-mail when sending works again.',
      ],
    },
    stopped: {
      subject: `${laboratory}: sending to the file server has stopped`,
      lines: [
        `Curvewell no longer sends runs of ${laboratory} to the file server. ${runs} ${waits} to be sent${since}.`,
        why,
        'Open the page below, correct the connection and test it. A successful test sends all waiting runs.',
      ],
    },
    resolved: {
      subject: `${laboratory}: sending to the file server works again`,
      lines: [
        `Curvewell sends runs of ${laboratory} to the file server again, including those that were waiting.`,
      ],
    },
  }[event];
  return { subject, text: [...lines.filter((line) => line !== ''), page].join('\n\n') };
}
