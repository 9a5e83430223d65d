import { expect, it } from 'vitest';

import { dailyText } from './job-counts-table.tsx';

it('SHELL-153 the daily time of a job is shown by the clock of the reader, with the zone', () => {
  expect(dailyText('02:30', new Date('2026-07-01T20:00:00Z'), 'Asia/Kolkata')).toBe(
    'daily at 08:00 (Asia/Kolkata)',
  );
});
