import type { AuditRow } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { historyDays } from './history-days.ts';

let number = 100;
const row = (action: string, name = 'M. Okafor', at = '2026-11-19T12:00:00.000000Z'): AuditRow => ({
  entry: {
    format: 'curvewell-audit-entry/1',
    chain: 'installation',
    number: number--,
    at,
    action,
    actor: { id: null, name, role: 'Technician' },
    entity: 'run',
    entityId: null,
    details: {},
    requestId: null,
    address: null,
    broughtIn: false,
  },
  previousHash: '0'.repeat(64),
  attempt: null,
  hash: '1'.repeat(64),
  laboratory: null,
  about: null,
  run: null,
});
const shape = (rows: readonly AuditRow[]) =>
  historyDays(rows).map(({ day, lines }) => [
    day,
    ...lines.map((line) => (line.kind === 'entry' ? line.row.entry.action : line.rows.length)),
  ]);

test('HISTORY-03 changes of one kind by one user on one day fold below the newest', () => {
  const plate = Array.from({ length: 4 }, () => row('run.update'));
  const before = row('run.import', 'M. Okafor', '2026-11-18T12:00:00.000000Z');
  expect(shape([row('run.submit'), ...plate, before])).toEqual([
    ['19-11-2026', 'run.submit', 'run.update', 3],
    ['18-11-2026', 'run.import'],
  ]);
});

test('HISTORY-03 pairs, entries of different users, and results never fold', () => {
  expect(shape([row('run.update'), row('run.update'), row('run.update', 'T. Holm')])).toEqual([
    ['19-11-2026', 'run.update', 'run.update', 'run.update'],
  ]);
  const results = Array.from({ length: 4 }, () => row('run.diagnostic'));
  expect(shape(results)).toEqual([['19-11-2026', ...results.map(({ entry }) => entry.action)]]);
});
