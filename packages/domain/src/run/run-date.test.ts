import { describe, expect, it } from 'vitest';

import {
  dayText,
  enteredDateFault,
  enteredRunDateSchema,
  isRunDateKnown,
  isRunDateOpen,
  knownRunDate,
  lotDay,
  runDateDoubt,
  type RunDateFacts,
  type RunDateSource,
  runDateSourceSchema,
  runDateWords,
} from './run-date.ts';

const fact = (runDateSource: RunDateSource, changes: Partial<RunDateFacts> = {}): RunDateFacts => ({
  created: '2026-11-23T08:02:00.000Z',
  runImportDate: '2026-11-23T16:00:00.000Z',
  runDateSource,
  runDateZone: null,
  runDateText: null,
  runDateByName: null,
  laboratoryTimeZone: 'Europe/Paris',
  ...changes,
});
const IN_ZONE = fact('FILE_ZONE', { runDateZone: 'Europe/Paris', runDateText: '2026-11-23T09:02:00' });
const DAY_ALONE = fact('FILE_ZONE', {
  created: '2026-11-22T23:00:00.000Z',
  runDateZone: 'Europe/Paris',
  runDateText: '2026-11-23',
});
/** For a run without recorded source, the import is the only other possibility. */
const AT_IMPORT = fact('UNKNOWN', { runImportDate: '2026-11-23T08:02:01.000Z' });
const ENTERED = fact('PERSON', { runDateZone: 'Europe/Paris', runDateByName: 'T. Holm' });

describe('the date of a run', () => {
  it('ENTITY-62 is doubtful unless the file gives it with an offset', () => {
    expect(runDateDoubt(fact('FILE'))).toBeNull();
    expect(runDateDoubt(IN_ZONE)).toBe(
      'The file says 09:02 without a time zone; it is read as Europe/Paris.',
    );
    expect(runDateDoubt(DAY_ALONE)).toBe(
      'The file gives the day of the run without a time; it is read as Europe/Paris.',
    );
    expect(runDateDoubt(fact('IMPORT'))).toBe(
      'Run date not in the file: the run was imported on 23-11-2026 17:00 (Europe/Paris).',
    );
    expect(runDateDoubt(ENTERED)).toBe('Run date entered by T. Holm.');
    expect(runDateDoubt(AT_IMPORT)).toContain('The source of the run date is unknown');
  });

  it('STEP1-105 can be entered only if the files do not give it', () => {
    const sources = (['FILE', 'FILE_ZONE', 'IMPORT', 'PERSON', 'UNKNOWN'] as const).filter((source) =>
      isRunDateOpen(fact(source)),
    );
    expect(sources).toEqual(['IMPORT', 'PERSON', 'UNKNOWN']);
  });

  it('EXPORT-110 if unknown, is null for programs and stated in a report', () => {
    for (const source of ['IMPORT', 'UNKNOWN'] as const)
      expect(knownRunDate(fact(source)), source).toBeNull();
    expect(runDateWords(fact('IMPORT'))).toBe('not in the file (imported 23-11-2026 17:00 (Europe/Paris))');
    expect(runDateWords(AT_IMPORT)).toBe('not known');
  });

  it('OPS-346 of an older run without a recorded source is the file’s if it is earlier than the import', () => {
    expect(runDateWords(fact('UNKNOWN'))).toBe('23-11-2026 08:02 (UTC), the file may give no time zone');
    expect(runDateDoubt(fact('UNKNOWN'))).toBe(
      'The file gives the run date; it was read as 23-11-2026 08:02 (UTC), with or without a time zone.',
    );
  });

  it('EXPORT-111 if known, has an offset for programs and names its zone in a report', () => {
    expect(knownRunDate(fact('FILE'))).toBe('2026-11-23T08:02:00Z');
    expect(knownRunDate(IN_ZONE)).toBe('2026-11-23T09:02:00+01:00');
    expect(knownRunDate(DAY_ALONE)).toBe('2026-11-23');
    expect(runDateWords(fact('FILE'))).toBe('23-11-2026 09:02 (Europe/Paris)');
    expect(runDateWords(IN_ZONE)).toBe('23-11-2026 09:02 (Europe/Paris), the file gives no time zone');
    expect(runDateWords(DAY_ALONE)).toBe('23-11-2026, the file gives no time (Europe/Paris)');
    expect(runDateWords(ENTERED)).toBe('23-11-2026 09:02 (Europe/Paris), entered by T. Holm');
  });

  it('STEP1-101 cannot be entered in the future, before 2000, or in a gap of the clock', () => {
    const now = new Date('2026-11-23T16:00:00Z');
    const fault = (local: string) => enteredDateFault({ local, timeZone: 'Europe/Paris' }, now);
    expect(fault('2026-11-23T17:00')).toBeNull();
    expect(fault('2026-11-23T17:01')).toBe('The date is in the future.');
    expect(fault('2000-01-01T01:00')).toBeNull();
    expect(fault('2000-01-01T00:59')).toBe('The date is before 2000.');
    expect(fault('2026-03-29T02:30')).toContain('no such time in Europe/Paris');
  });
});

describe('LOT-110 the date on which the lots of a run must be valid', () => {
  const imported = '2026-11-25T23:30:00.000Z';
  const dayOf = (source: RunDateSource, changes: Partial<RunDateFacts> = {}) =>
    lotDay(fact(source, { runImportDate: imported, ...changes }));

  it('is the date of the run in the laboratory’s calendar, if known', () => {
    const created = '2026-11-22T23:30:00.000Z';
    for (const source of ['FILE', 'FILE_ZONE', 'PERSON'] as const)
      expect(dayOf(source, { created }), source).toBe('2026-11-23');
    expect(dayOf('FILE', { created, laboratoryTimeZone: 'UTC' })).toBe('2026-11-22');
  });

  it('is the date in the file, whatever the time zone of the laboratory', () => {
    const created = '2026-11-22T10:00:00.000Z';
    const zone = { runDateZone: 'Pacific/Kiritimati', runDateText: '2026-11-23' };
    expect(dayOf('FILE_ZONE', { created, ...zone })).toBe('2026-11-23');
    // The text of a date with a time is in another zone.
    expect(dayOf('FILE_ZONE', { created, ...zone, runDateText: '2026-11-23T00:00:00' })).toBe('2026-11-22');
  });

  it('is the date of the import if the run’s is unknown or implausible', () => {
    for (const source of ['IMPORT', 'UNKNOWN'] as const) expect(dayOf(source), source).toBe('2026-11-26');
    expect(dayOf('FILE', { created: '1999-12-31T23:59:59.000Z' })).toBe('2026-11-26');
    expect(dayOf('FILE', { created: '2000-01-01T00:00:00.000Z' })).toBe('2000-01-01');
    expect(dayOf('FILE', { created: '2027-01-01T12:00:00.000Z' })).toBe('2026-11-26');
  });
});

describe('STEP1-103 the source of a run date', () => {
  it('determines whether it is known', () => {
    const known = runDateSourceSchema.options.filter((runDateSource) => isRunDateKnown({ runDateSource }));
    expect(known).toEqual(['FILE', 'FILE_ZONE', 'PERSON']);
  });

  it('is described even if the zone, the time or the user was not recorded', () => {
    expect(runDateDoubt(fact('FILE_ZONE', { laboratoryTimeZone: 'Europe/Stockholm' }))).toBe(
      'The file says 09:02 without a time zone; it is read as Europe/Stockholm.',
    );
    expect(runDateDoubt(fact('FILE_ZONE', { runDateText: '2026-11-23' }))).toBe(
      'The file gives the day of the run without a time; it is read as Europe/Paris.',
    );
    expect(runDateDoubt(fact('PERSON'))).toBe('Run date entered by an unknown person.');
    expect(runDateWords(fact('PERSON'))).toBe(
      '23-11-2026 09:02 (Europe/Paris), entered by an unknown person',
    );
    expect(runDateDoubt(AT_IMPORT)).toBe(
      'The source of the run date is unknown: 23-11-2026 09:02 (Europe/Paris) may be the time of the import.',
    );
  });

  it('OPS-346 may be the import up to an hour before it', () => {
    const wordsOf = (runImportDate: string) => runDateWords(fact('UNKNOWN', { runImportDate }));
    expect(wordsOf('2026-11-23T09:02:00.000Z')).toBe('not known');
    expect(wordsOf('2026-11-23T09:02:00.001Z')).toContain('the file may give no time zone');
  });
});

it('EXPORT-111 a date without a time is a date for programs, one with a time is not', () => {
  expect(knownRunDate(fact('PERSON', { runDateText: '2026-11-23' }))).toBe('2026-11-23');
  expect(knownRunDate(fact('FILE', { runDateText: '2026-11-23T09:02:00+01:00' }))).toBe(
    '2026-11-23T08:02:00Z',
  );
  expect(dayText('2026-10-31')).toBe('31-10-2026');
});

it('STEP1-101 a run date is entered to the minute, with its zone', () => {
  const entered = { local: '2026-11-23T17:00', timeZone: 'Europe/Paris' };
  expect(enteredRunDateSchema.parse(entered)).toEqual(entered);
  for (const change of [
    { local: '2026-11-23T17:00:30' },
    { local: '2026-11-23T17:00+01:00' },
    { local: '2026-11-23' },
    { timeZone: '+01:00' },
    { seconds: 30 },
  ])
    expect(enteredRunDateSchema.safeParse({ ...entered, ...change }).success, JSON.stringify(change)).toBe(
      false,
    );
  const fault = (local: string) =>
    enteredDateFault({ local, timeZone: 'Europe/Paris' }, new Date('2026-11-23T16:00:00Z'));
  expect(fault('2026-03-29T02:30')).toBe(
    'There is no such time in Europe/Paris: the clocks were set forward.',
  );
  // A time with an offset is not a local time, and no clock change is to blame for it or for 30 February.
  for (const local of ['2026-02-30T10:00', '2026-11-23T15:00Z', '2026-11-23T17:00+01:00'])
    expect(fault(local)).toBe('This is not a valid date and time, such as 2026-11-23T17:00.');
});
