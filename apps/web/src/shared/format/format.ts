import dayjs from 'dayjs';

import { DEFAULTS } from '../../locale/defaults.ts';

const DAY = 'DD-MM-YYYY';

/** A calendar day `2026-11-20` as `20-11-2026`. */
export const formatDay = (day: string): string => dayjs(day.slice(0, 10)).format(DAY);

/** The local day of an instant: `20-11-2026`. */
export const formatDate = (instant: string): string => dayjs(instant).format(DAY);

/** `Thursday 19-11-2026` */
export const formatWeekday = (instant: string): string => dayjs(instant).format(`dddd ${DAY}`);

/** `08:12` */
export const formatTime = (instant: string): string => dayjs(instant).format('HH:mm');

/** An instant in a log, with seconds: `10:41:07`. */
export const formatSeconds = (instant: string): string => dayjs(instant).format('HH:mm:ss');

/** `20-11-2026 08:12` */
export const formatDateTime = (instant: string): string => dayjs(instant).format(`${DAY} HH:mm`);

/** The time zone of displayed instants: `UTC+1`, `UTC+5:30`. */
export function formatZone(instant: string): string {
  const minutes = dayjs(instant).utcOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  if (minutes === 0) return 'UTC';
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** A name within a sentence: “super administrator”, “QA administrator”. */
export const withinText = (name: string): string =>
  name.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());

/** Today by the client's clock. */
export const today = (now = new Date()): string => dayjs(now).format('YYYY-MM-DD');

const count = new Intl.NumberFormat(DEFAULTS.language);

/** `2,000` */
export const formatCount = (value: number) => count.format(value);

/** `412 kB`, `3.4 MB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
