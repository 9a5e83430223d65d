import type { Tx } from '../../database/db.ts';
import type { TransferTrouble } from '../../generated/prisma/client.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { NoticeEvent } from '../../jobs/queues.ts';
import { BETWEEN_NOTICES_MS, FIRST_NOTICE_AFTER_MS } from './retry-pauses.ts';

const SENT_AT = {
  waiting: 'waitingSentAt',
  stopped: 'stoppedSentAt',
  resolved: 'resolvedSentAt',
} as const satisfies Record<NoticeEvent, keyof TransferTrouble>;

interface NoticeRequest {
  readonly event: NoticeEvent;
  readonly now: Date;
}

/**
 * Schedules a mail to the laboratory, if it has addresses: after a minimum delay, and with a minimum interval
 * between mails of the same kind.
 */
export async function requestNotice(
  { tx, jobs }: { readonly tx: Tx; readonly jobs: Jobs },
  trouble: TransferTrouble,
  { event, now }: NoticeRequest,
): Promise<void> {
  const { laboratoryId, since } = trouble;
  const where = { laboratoryId, noticeAddresses: { isEmpty: false } };
  if (since === null || (await tx.fileTransferConnection.count({ where })) === 0) return;
  const last = trouble[SENT_AT[event]]?.getTime() ?? -Infinity;
  const earliest = event === 'waiting' ? since.getTime() + FIRST_NOTICE_AFTER_MS : now.getTime();
  await jobs.ask(tx, 'delivery-notice', {
    data: { laboratoryId, event, since: since.toISOString() },
    startAfter: new Date(Math.max(earliest, last + BETWEEN_NOTICES_MS)),
  });
}

export async function recordNoticeSent(
  tx: Tx,
  { laboratoryId, event, now }: NoticeRequest & { readonly laboratoryId: string },
) {
  await tx.transferTrouble.update({
    where: { laboratoryId },
    data: { [SENT_AT[event]]: now, isNotified: event !== 'resolved' },
  });
}

export const noticeSentAt = (trouble: TransferTrouble, event: NoticeEvent): Date | null =>
  trouble[SENT_AT[event]];
