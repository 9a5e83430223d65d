import { describe, expect, it } from 'vitest';

import { abandoned, superseded } from './kept-backups.ts';

const name = (date: string, time = '020000') => `curvewell-${date.replaceAll('-', '')}T${time}Z.zip`;
const DAY_MS = 24 * 3600 * 1000;
const NOW = new Date('2026-11-23T03:00:00Z');
const dailyFor = (days: number) =>
  Array.from({ length: days }, (_, ago) =>
    name(new Date(NOW.getTime() - ago * DAY_MS).toISOString().slice(0, 10)),
  );

describe('OPS-201 backups that are kept', () => {
  it('are complete: drafts older than a day are removed, younger ones may be in progress', () => {
    const [old, young] = [`${name('2026-11-22')}.part`, `${name('2026-11-23')}.part`];
    expect(abandoned([old, young, name('2026-11-01'), 'notes.part'], NOW)).toEqual([old]);
  });

  it('are each of the last days, then the newest of each week and month', () => {
    const all = dailyFor(400);
    const gone = new Set(superseded(all, { days: 3, weeks: 2, months: 3 }));
    expect(all.filter((one) => !gone.has(one))).toEqual([
      // Monday and the two days before; the Sunday is the newest of its week.
      name('2026-11-23'),
      name('2026-11-22'),
      name('2026-11-21'),
      name('2026-10-31'),
      name('2026-09-30'),
    ]);
  });

  it('include the newest, however old it is, and all files that are not backups', () => {
    const rule = { days: 1, weeks: 0, months: 0 };
    expect(superseded([name('2020-01-01'), name('2020-01-02'), 'notes.txt'], rule)).toEqual([
      name('2020-01-01'),
    ]);
  });

  it('are ordered by their time, encrypted or not', () => {
    const two = [name('2026-11-23', '010000'), `${name('2026-11-23', '020000')}.age`];
    expect(superseded(two, { days: 0, weeks: 1, months: 0 })).toEqual([two[0]]);
  });

  it('OPS-658 are the earlier ones too after a backup with a wrong clock, and after an outage', () => {
    const rule = { days: 3, weeks: 0, months: 2 };
    const all = dailyFor(3);
    expect(superseded([...all, name('2036-01-01')], rule)).toEqual([name('2026-11-21')]);
    const before = dailyFor(60).slice(30);
    expect(before.filter((one) => !superseded([name('2026-11-23'), ...before], rule).includes(one))).toEqual([
      name('2026-10-24'),
      name('2026-10-23'),
    ]);
  });
});
