import { z } from 'zod';

/** For laboratories without a time zone. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** Names of the IANA time zone database only: an offset such as `+01:00` has no daylight saving time. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Whether the running system has this IANA time zone. */
export function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

export const timeZoneSchema = z
  .string()
  .max(100)
  .refine(isTimeZone, 'This is not a time zone of the IANA database, such as Europe/Paris.');

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a format takes a hundred times as long as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}

/** The local time of a zone at an instant: `2026-11-23T17:00:00`. */
export function localTimeOf(instant: Date, timeZone: string): string {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const year = part('year').padStart(4, '0');
  return `${year}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
}

/** The date in a zone at an instant: `2026-11-23`. */
export const dayIn = (instant: Date, timeZone: string): string => localTimeOf(instant, timeZone).slice(0, 10);

/** Minutes by which a zone is ahead of UTC at an instant. */
function offsetAt(instant: Date, timeZone: string): number {
  const seconds = Math.floor(instant.getTime() / 1000);
  return Math.round((Date.parse(`${localTimeOf(instant, timeZone)}Z`) / 1000 - seconds) / 60);
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * The instant of a local time in a zone.
 *
 * When clocks are set back, an hour occurs twice: the first is taken. When clocks are set forward, a skipped
 * time is shifted by the same amount. These are the rules of RFC 5545 and of `Temporal` (`disambiguation:
 * 'compatible'`).
 *
 * @param local `2026-11-23T17:00`, with or without seconds and fractions
 * @returns null: no such date or time in any zone
 */
export function instantOfLocal(local: string, timeZone: string): Date | null {
  const asUtc = parsedLocal(local);
  if (asUtc === null) return null;
  // Clocks change at most once within two days.
  const before = offsetAt(new Date(asUtc - DAY_MS), timeZone);
  const after = offsetAt(new Date(asUtc + DAY_MS), timeZone);
  const shown = (offset: number) => new Date(asUtc - offset * MINUTE_MS);
  const isShown = (offset: number) => offsetAt(shown(offset), timeZone) === offset;
  if (isShown(before) || !isShown(after)) return shown(before);
  return shown(after);
}

/** Whether a local time to the minute exists in a zone; false for null. */
export function isShownIn(local: string, timeZone: string): boolean {
  const instant = instantOfLocal(local, timeZone);
  return instant !== null && localTimeOf(instant, timeZone).slice(0, 16) === local.slice(0, 16);
}

const LOCAL = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/;

/** Milliseconds as if the local time were UTC; null: an invalid date or time. */
function parsedLocal(local: string): number | null {
  const [, day = '', time = ''] = LOCAL.exec(local) ?? [];
  const parsed = Date.parse(`${day}T${time}Z`);
  // `Date` turns 30 February into a day of March.
  if (Number.isNaN(parsed) || !new Date(parsed).toISOString().startsWith(day)) return null;
  return parsed;
}

/** An instant in ISO 8601 with the zone's offset: `2026-11-23T17:00:00+01:00`; `Z` for UTC. */
export function isoWithOffset(instant: Date, timeZone: string): string {
  const offset = offsetAt(instant, timeZone);
  return `${localTimeOf(instant, timeZone)}${offset === 0 ? 'Z' : offsetText(offset)}`;
}

/** `+01:00` */
function offsetText(offset: number): string {
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const two = (count: number) => String(count).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

/** `23-11-2026 17:00 (Europe/Paris)`; in an hour that occurs twice, `25-10-2026 02:30 (Europe/Paris, UTC+01:00)`. */
export function zonedText(instant: Date, timeZone: string): string {
  const [day = '', time = ''] = localTimeOf(instant, timeZone).split('T');
  const offset = isRepeated(instant, timeZone) ? `, UTC${offsetText(offsetAt(instant, timeZone))}` : '';
  return `${day.split('-').reverse().join('-')} ${time.slice(0, 5)} (${timeZone}${offset})`;
}

/** Whether a zone shows the local time of an instant twice, because its clocks were set back. */
function isRepeated(instant: Date, timeZone: string): boolean {
  const offset = offsetAt(instant, timeZone);
  // Clocks change at most once within two days.
  return [-DAY_MS, DAY_MS].some((distance) => {
    const other = offsetAt(new Date(instant.getTime() + distance), timeZone);
    const same = new Date(instant.getTime() + (offset - other) * MINUTE_MS);
    return other !== offset && offsetAt(same, timeZone) === other;
  });
}
