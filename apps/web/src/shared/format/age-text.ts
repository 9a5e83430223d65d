import { text } from '../../locale/text.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** “32 min”, “18 h”, “3 days”, rounded down. 0 min if the client's clock is behind the server's. */
export function ageText(since: string, now: number): string {
  const passed = Math.max(0, now - Date.parse(since));
  const words = text.runs.age;
  if (passed < HOUR_MS) return words.minutes(Math.floor(passed / MINUTE_MS));
  if (passed < DAY_MS) return words.hours(Math.floor(passed / HOUR_MS));
  return words.days(Math.floor(passed / DAY_MS));
}
