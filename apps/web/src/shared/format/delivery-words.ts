import { DELIVERY_FAULTS, type RunDelivery } from '@curvewell/domain';
import dayjs from 'dayjs';

import { text } from '../../locale/text.ts';
import { formatDateTime, formatTime } from './format.ts';

const words = text.sending.state;

/** `14:05`, with the date if it is not today. */
export function attemptTime(instant: string, now = new Date()): string {
  return dayjs(instant).isSame(now, 'day') ? formatTime(instant) : formatDateTime(instant);
}

/** The state of a run that is not sent yet, as a sentence without a full stop. */
export function deliveryWords({ state, nextTryAt, fault }: RunDelivery, now = new Date()): string {
  if (state === 'SENDING') return words.sending;
  if (fault === null) return state === 'WAITING' ? words.waiting : text.runs.notSent;
  const why = DELIVERY_FAULTS[fault].words;
  if (state === 'NOT_SENT')
    return DELIVERY_FAULTS[fault].mends === 'person' ? words.stopped(why) : words.stoppedForTooLong(why);
  return nextTryAt === null ? words.waiting : words.waitingUntil(attemptTime(nextTryAt, now), why);
}
