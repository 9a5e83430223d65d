import { LOT_DAYS } from '@curvewell/contracts';
import { isExpired } from '@curvewell/domain';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

/** Days until a lot expires. It can still be used on its last day. */
export const daysLeft = (expirationDate: string, today: string): number =>
  dayjs.utc(expirationDate).diff(dayjs.utc(today), 'day');

type LotLife = 'good' | 'soon' | 'expired';
export function lotLife(expirationDate: string, today: string): LotLife {
  if (isExpired({ expirationDate }, today)) return 'expired';
  return daysLeft(expirationDate, today) <= LOT_DAYS ? 'soon' : 'good';
}
