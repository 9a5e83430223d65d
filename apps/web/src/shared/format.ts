import { DEFAULTS } from '../locale/language.ts';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A calendar day `2026-11-20` as `20-11-2026`. */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-');
  return `${date}-${month}-${year}`;
}

/** An instant as the day it falls on here: `20-11-2026`. */
export function formatDate(instant: string): string {
  const time = new Date(instant);
  return `${twoDigits(time.getDate())}-${twoDigits(time.getMonth() + 1)}-${time.getFullYear()}`;
}

/** `08:12` */
export function formatTime(instant: string): string {
  const time = new Date(instant);
  return `${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
}

/** `20-11-2026 08:12` */
export function formatDateTime(instant: string): string {
  return `${formatDate(instant)} ${formatTime(instant)}`;
}

/** Today as a calendar day, by this computer's clock. */
export function today(now = new Date()): string {
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

const count = new Intl.NumberFormat(DEFAULTS.language);

/** `2,000` */
export const formatCount = (value: number) => count.format(value);

/** `412 kB`, `3.4 MB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
