import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';

dayjs.extend(customParseFormat);

const WRITTEN = ['DD-MM-YYYY', 'D-MM-YYYY', 'DD-M-YYYY', 'D-M-YYYY'];

/**
 * Parses a typed day, `20-11-2026` or with other separators or single digits, to `2026-11-20`; null while
 * incomplete or invalid.
 */
export function dayOfText(typed: string): string | null {
  const day = dayjs(typed.trim().replaceAll(/[./ ]/g, '-'), WRITTEN, true);
  return day.isValid() ? day.format('YYYY-MM-DD') : null;
}
