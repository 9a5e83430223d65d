import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * How many backups to keep: all of the last days that have any, and the newest of each of the last weeks and months that
 * have any. Days without a backup do not count: after an outage, or a night with a wrong clock, the earlier ones stay.
 */
export interface KeepRule {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

const NAME = /^curvewell-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.zip(\.age)?$/;
const DRAFT = /\.part$/;
const DAY_MS = 24 * 3600 * 1000;
/** 1970-01-01 was a Thursday; weeks begin on Mondays. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** The backups that the rule does not keep. The newest is always kept. */
export function superseded(names: readonly string[], rule: KeepRule): string[] {
  const backups = names
    .map((name) => ({ name, at: instantOf(name) }))
    .filter((one): one is { name: string; at: number } => one.at !== null)
    .toSorted((a, b) => b.at - a.at);
  const day = (at: number) => Math.floor(at / DAY_MS);
  const week = (at: number) => Math.floor((at - FIRST_MONDAY_MS) / (7 * DAY_MS));
  const month = (at: number) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth();
  const kept = new Set<string>(backups.slice(0, 1).map(({ name }) => name));
  const newestOfEach = (span: (at: number) => number, count: number) => {
    const newest = new Map<number, string>();
    for (const { name, at } of backups) if (!newest.has(span(at))) newest.set(span(at), name);
    for (const name of [...newest.values()].slice(0, count)) kept.add(name);
  };
  const days = new Set([...new Set(backups.map(({ at }) => day(at)))].slice(0, rule.days));
  for (const { name, at } of backups) if (days.has(day(at))) kept.add(name);
  newestOfEach(week, rule.weeks);
  newestOfEach(month, rule.months);
  return backups.map(({ name }) => name).filter((name) => !kept.has(name));
}

function instantOf(name: string): number | null {
  const found = NAME.exec(name);
  if (found === null) return null;
  const [, year, month, day, hour, minute, second] = found;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Temporary files left by processes that crashed while writing. */
export const abandoned = (names: readonly string[], now: Date): string[] =>
  names.filter((name) => {
    const at = DRAFT.test(name) ? instantOf(name.replace(DRAFT, '')) : null;
    return at !== null && now.getTime() - at > DAY_MS;
  });

/** Removes the backups that the rule does not keep. @returns their names */
export async function removeSuperseded(folder: string, rule: KeepRule, now: Date): Promise<string[]> {
  const all = await readdir(folder);
  for (const draft of abandoned(all, now)) await rm(path.join(folder, draft), { force: true });
  const names = superseded(all, rule);
  for (const name of names)
    for (const file of [name, `${name}.sha256`]) await rm(path.join(folder, file), { force: true });
  return names;
}
