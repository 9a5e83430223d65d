import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';

dayjs.extend(customParseFormat);

const WRITTEN = ['DD-MM-YYYY', 'D-MM-YYYY', 'DD-M-YYYY', 'D-M-YYYY'];

/**
 * A calendar day as people write it, `20-11-2026`, also with other signs between or with single
 * digits, as `2026-11-20`; null while it is not a whole one.
 */
export function dayOfText(typed: string): string | null {
  const day = dayjs(typed.trim().replaceAll(/[./ ]/g, '-'), WRITTEN, true);
  return day.isValid() ? day.format('YYYY-MM-DD') : null;
}
