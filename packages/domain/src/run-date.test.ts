import { describe, expect, it } from 'vitest';

import {
  enteredDateFault,
  isRunDateOpen,
  knownRunDate,
  runDateDoubt,
  runDateWords,
  type RunDateFacts,
  type RunDateSource,
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
/** Of runs from before the source was noted: the import is the only other thing that it can be. */
const AT_IMPORT = fact('UNKNOWN', { runImportDate: '2026-11-23T08:02:01.000Z' });
const ENTERED = fact('PERSON', { runDateZone: 'Europe/Paris', runDateByName: 'T. Holm' });

describe('the date of a run', () => {
  it('ENTITY-62 is doubtful unless the file gives it with its offset', () => {
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

  it('STEP1-105 is entered by a person only where the files do not give it', () => {
    const sources = (['FILE', 'FILE_ZONE', 'IMPORT', 'PERSON', 'UNKNOWN'] as const).filter((source) =>
      isRunDateOpen(fact(source)),
    );
    expect(sources).toEqual(['IMPORT', 'PERSON', 'UNKNOWN']);
  });

  it('EXPORT-110 that is not known is no date for programs, and no date in a report', () => {
    for (const source of ['IMPORT', 'UNKNOWN'] as const)
      expect(knownRunDate(fact(source)), source).toBeNull();
    expect(runDateWords(fact('IMPORT'))).toBe('not in the file (imported 23-11-2026 17:00 (Europe/Paris))');
    expect(runDateWords(AT_IMPORT)).toBe('not known');
  });

  it('OPS-346 of a run from before its source was noted is the file’s where it is older than the import', () => {
    expect(runDateWords(fact('UNKNOWN'))).toBe('23-11-2026 08:02 (UTC), the file may give no time zone');
    expect(runDateDoubt(fact('UNKNOWN'))).toBe(
      'The file gives the run date; it was read as 23-11-2026 08:02 (UTC), with or without a time zone.',
    );
  });

  it('EXPORT-111 that is known has an offset for programs and names its zone in a report', () => {
    expect(knownRunDate(fact('FILE'))).toBe('2026-11-23T08:02:00Z');
    expect(knownRunDate(IN_ZONE)).toBe('2026-11-23T09:02:00+01:00');
    expect(knownRunDate(DAY_ALONE)).toBe('2026-11-23');
    expect(runDateWords(fact('FILE'))).toBe('23-11-2026 09:02 (Europe/Paris)');
    expect(runDateWords(IN_ZONE)).toBe('23-11-2026 09:02 (Europe/Paris), the file gives no time zone');
    expect(runDateWords(DAY_ALONE)).toBe('23-11-2026, the file gives no time (Europe/Paris)');
    expect(runDateWords(ENTERED)).toBe('23-11-2026 09:02 (Europe/Paris), entered by T. Holm');
  });

  it('STEP1-101 is entered neither in the future nor before 2000 nor at a time that no clock showed', () => {
    const now = new Date('2026-11-23T16:00:00Z');
    const fault = (local: string) => enteredDateFault({ local, timeZone: 'Europe/Paris' }, now);
    expect(fault('2026-11-23T17:00')).toBeNull();
    expect(fault('2026-11-23T17:01')).toBe('The date is in the future.');
    expect(fault('2000-01-01T01:00')).toBeNull();
    expect(fault('2000-01-01T00:59')).toBe('The date is before 2000.');
    expect(fault('2026-03-29T02:30')).toContain('no such time in Europe/Paris');
  });
});
