import { describe, expect, it } from 'vitest';

import {
  dayIn,
  DEFAULT_TIME_ZONE,
  instantOfLocal,
  isoWithOffset,
  isShownIn,
  isTimeZone,
  localTimeOf,
  timeZoneSchema,
  zonedText,
} from './time-zone.ts';

const utc = (local: string, zone: string) => instantOfLocal(local, zone)?.toISOString() ?? null;

describe('ENTITY-60 a local time is read in a time zone', () => {
  it.each([
    ['2026-11-23T17:00', 'Europe/Paris', '2026-11-23T16:00:00.000Z'],
    ['2026-07-01T09:02:30', 'Europe/Paris', '2026-07-01T07:02:30.000Z'],
    ['2026-01-15T08:30', 'America/New_York', '2026-01-15T13:30:00.000Z'],
    ['2026-01-15T08:30', 'Asia/Kolkata', '2026-01-15T03:00:00.000Z'],
    ['2026-12-31T23:30', 'Pacific/Kiritimati', '2026-12-31T09:30:00.000Z'],
    ['2026-03-01T00:15:00.5', 'UTC', '2026-03-01T00:15:00.500Z'],
  ])('%s in %s', (local, zone, instant) => {
    expect(utc(local, zone)).toBe(instant);
  });

  it('a local time that occurs twice is the first of the two', () => {
    expect(utc('2026-10-25T02:30', 'Europe/Paris')).toBe('2026-10-25T00:30:00.000Z');
    expect(utc('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
    // Lord Howe Island changes its clocks by half an hour.
    expect(utc('2026-04-05T01:45', 'Australia/Lord_Howe')).toBe('2026-04-04T14:45:00.000Z');
  });

  it('a skipped local time is shifted by the clock change', () => {
    expect(utc('2026-03-29T02:30', 'Europe/Paris')).toBe('2026-03-29T01:30:00.000Z');
    expect(localTimeOf(new Date('2026-03-29T01:30:00Z'), 'Europe/Paris')).toBe('2026-03-29T03:30:00');
    expect(utc('2026-03-08T02:15', 'America/New_York')).toBe('2026-03-08T07:15:00.000Z');
    expect(utc('2026-10-04T02:15', 'Australia/Lord_Howe')).toBe('2026-10-03T15:45:00.000Z');
    // Samoa skipped a whole day.
    expect(utc('2011-12-30T12:00', 'Pacific/Apia')).toBe('2011-12-30T22:00:00.000Z');
    expect(isShownIn('2026-03-29T02:30', 'Europe/Paris')).toBe(false);
    expect(isShownIn('2026-03-29T03:00', 'Europe/Paris')).toBe(true);
  });

  it('the hours around both changes are converted correctly', () => {
    const changes = ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'].map((at) => Date.parse(at));
    for (const change of changes)
      for (let minutes = -300; minutes <= 300; minutes += 15) {
        const instant = new Date(change + minutes * 60_000);
        const local = localTimeOf(instant, 'Europe/Paris');
        const found = instantOfLocal(local, 'Europe/Paris')?.getTime() ?? 0;
        expect(localTimeOf(new Date(found), 'Europe/Paris'), local).toBe(local);
        expect(found, local).toBeLessThanOrEqual(instant.getTime());
      }
  });

  it('an invalid date or time gives null', () => {
    for (const text of [
      '2026-02-30T10:00',
      '2026-01-15T25:00',
      '2026-01-15',
      'yesterday',
      '15/01/2026 08:30',
    ])
      expect(instantOfLocal(text, 'UTC'), text).toBeNull();
  });
});

it('ENTITY-61 a time zone is a name of the IANA database, not an offset', () => {
  for (const name of ['UTC', 'Europe/Paris', 'America/Argentina/Buenos_Aires'])
    expect(timeZoneSchema.safeParse(name).success, name).toBe(true);
  for (const name of ['', '+01:00', '-03', 'Europe/Atlantis', 'Paris time', 'UTC+1', '/UTC', 'Europe/Paris/'])
    expect(isTimeZone(name), name).toBe(false);
  const refused = (name: string) =>
    timeZoneSchema.safeParse(name).error?.issues.map(({ message }) => message);
  expect(refused('Europe/Atlantis')).toEqual([
    'This is not a time zone of the IANA database, such as Europe/Paris.',
  ]);
  expect(refused(`A${'a'.repeat(100)}`)).toHaveLength(2);
  expect(timeZoneSchema.safeParse(DEFAULT_TIME_ZONE).success).toBe(true);
  expect(isoWithOffset(new Date('2026-11-23T16:00:00Z'), DEFAULT_TIME_ZONE)).toBe('2026-11-23T16:00:00Z');
});

it('ENTITY-60 a zone’s date and time are given to the second, in any year', () => {
  expect(localTimeOf(new Date('2026-01-02T03:04:05.999Z'), 'UTC')).toBe('2026-01-02T03:04:05');
  expect(localTimeOf(new Date('0987-06-05T00:00:00Z'), 'UTC')).toBe('0987-06-05T00:00:00');
  expect(dayIn(new Date('2026-11-23T23:30:00Z'), 'Europe/Paris')).toBe('2026-11-24');
  expect(dayIn(new Date('2026-11-23T23:30:00Z'), 'America/New_York')).toBe('2026-11-23');
});

it('ENTITY-60 a local time is valid to the minute, without surrounding text', () => {
  for (const text of ['x2026-01-15T08:30', '2026-01-15T08:30x', '2026-01-15T08', '2026-01-15T08:30Z'])
    expect(instantOfLocal(text, 'UTC'), text).toBeNull();
  expect(utc('2026-01-15T08:30:15.250', 'UTC')).toBe('2026-01-15T08:30:15.250Z');
  expect(isShownIn('2026-02-30T10:00', 'UTC')).toBe(false);
  expect(isShownIn('2026-03-29T03:00:30.5', 'Europe/Paris')).toBe(true);
});

it('an instant is formatted with the offset of its zone, and with its name', () => {
  const instant = new Date('2026-11-23T16:00:00Z');
  expect(isoWithOffset(instant, 'Europe/Paris')).toBe('2026-11-23T17:00:00+01:00');
  expect(isoWithOffset(instant, 'America/St_Johns')).toBe('2026-11-23T12:30:00-03:30');
  expect(isoWithOffset(instant, 'UTC')).toBe('2026-11-23T16:00:00Z');
  expect(zonedText(instant, 'Europe/Paris')).toBe('23-11-2026 17:00 (Europe/Paris)');
});

it('OPS-601 a text states the offset in the hour that occurs twice, and only there', () => {
  const shown = (instant: string, zone: string) => zonedText(new Date(instant), zone);
  expect(shown('2026-10-24T23:59:59Z', 'Europe/Paris')).toBe('25-10-2026 01:59 (Europe/Paris)');
  expect(shown('2026-10-25T00:00:00Z', 'Europe/Paris')).toBe('25-10-2026 02:00 (Europe/Paris, UTC+02:00)');
  expect(shown('2026-10-25T00:59:59Z', 'Europe/Paris')).toBe('25-10-2026 02:59 (Europe/Paris, UTC+02:00)');
  expect(shown('2026-10-25T01:00:00Z', 'Europe/Paris')).toBe('25-10-2026 02:00 (Europe/Paris, UTC+01:00)');
  expect(shown('2026-10-25T02:00:00Z', 'Europe/Paris')).toBe('25-10-2026 03:00 (Europe/Paris)');
  expect(shown('2026-11-01T06:30:00Z', 'America/New_York')).toBe(
    '01-11-2026 01:30 (America/New_York, UTC-05:00)',
  );
  // Half an hour occurs twice on Lord Howe Island, and none where clocks are set forward.
  expect(shown('2026-04-04T15:00:00Z', 'Australia/Lord_Howe')).toBe(
    '05-04-2026 01:30 (Australia/Lord_Howe, UTC+10:30)',
  );
  expect(shown('2026-04-04T14:29:00Z', 'Australia/Lord_Howe')).toBe('05-04-2026 01:29 (Australia/Lord_Howe)');
  for (const instant of ['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z', '2026-03-29T01:30:00Z'])
    expect(shown(instant, 'Europe/Paris')).not.toContain('UTC');
});
