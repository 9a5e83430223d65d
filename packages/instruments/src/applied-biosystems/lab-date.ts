/** Offsets of zone abbreviations that were seen or are unambiguous; `CST` is ambiguous and omitted. */
const ZONES: Readonly<Record<string, string>> = {
  UTC: 'Z',
  GMT: 'Z',
  EST: '-05:00',
  EDT: '-04:00',
  CDT: '-05:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
  CET: '+01:00',
  CEST: '+02:00',
  SGT: '+08:00',
  JST: '+09:00',
};

const DATE = /^(\d{4}-\d{2}-\d{2}) (\d{1,2}):(\d{2}):(\d{2})(?: (AM|PM))?(?: ([A-Z]+))?$/;

/**
 * `2022-05-01 04:42:24 PM UTC`; some software adds AM or PM to a 24-hour time.
 *
 * @returns ISO 8601, without an offset if the zone is unknown; null: not a date
 */
export function parseLabDate(text: string): string | null {
  const [, date = '', hourText = '', minute = '', second = '', half, zone = ''] =
    DATE.exec(text.trim()) ?? [];
  if (date === '') return null;
  const hour = Number(hourText);
  const hours = half === undefined || hour > 12 ? hour : (hour % 12) + (half === 'PM' ? 12 : 0);
  const local = `${date}T${String(hours).padStart(2, '0')}:${minute}:${second}`;
  if (Number.isNaN(Date.parse(`${local}Z`))) return null;
  return `${local}${Object.hasOwn(ZONES, zone) ? (ZONES[zone] ?? '') : ''}`;
}
