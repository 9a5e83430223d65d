/**
 * A calendar day as people write it, `20-11-2026`, also with other signs between or with single
 * digits, as `2026-11-20`; null while it is not a whole one.
 */
export function dayOfText(typed: string): string | null {
  const [, date, month, year] = /^\s*(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})\s*$/.exec(typed) ?? [];
  if (date === undefined || month === undefined || year === undefined) return null;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const time = new Date(`${day}T00:00:00Z`);
  // 31-02 is a day of March to Date.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day) ? day : null;
}
