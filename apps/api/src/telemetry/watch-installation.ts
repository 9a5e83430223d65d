import type { Meter } from '@opentelemetry/api';

import { readRows, type Db } from '../database/db.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { SOFTWARE_COMMIT, SOFTWARE_VERSION } from '../process/version.ts';
import { remembered } from './remembered.ts';

interface Row {
  readonly isCopy: boolean;
  readonly backupAge: number | null;
  readonly trailAge: number | null;
  readonly trailUnbroken: boolean | null;
  readonly isRolledBack: boolean;
  readonly headsAge: number | null;
  readonly waiting: number;
  readonly stopped: number;
}

/** Ages in seconds, by the clock of the database. */
const STATE = Prisma.sql`
  SELECT i.restored_at IS NOT NULL AS "isCopy",
    extract(epoch FROM now() - i.last_backup_at)::float8 AS "backupAge",
    extract(epoch FROM now() - i.trail_checked_at)::float8 AS "trailAge",
    i.trail_unbroken AS "trailUnbroken", i.rolled_back_at IS NOT NULL AS "isRolledBack",
    extract(epoch FROM now() - i.heads_kept_at)::float8 AS "headsAge",
    coalesce(extract(epoch FROM now() - least(
      (SELECT min(requested_at) FROM delivery WHERE state = 'WAITING'),
      (SELECT min(requested_at) FROM delivery WHERE state = 'SENDING'))), 0)::float8 AS waiting,
    coalesce(extract(epoch FROM now() -
      (SELECT min(requested_at) FROM delivery WHERE state = 'NOT_SENT')), 0)::float8 AS stopped
  FROM installation i`;

/** Reports the installation's state from the database, the same in every process. */
export function watchInstallation(meter: Meter, db: Db): void {
  const gauge = (name: string, description: string, unit?: string) =>
    meter.createObservableGauge(`curvewell.${name}`, { description, ...(unit !== undefined && { unit }) });
  const copy = gauge(
    'restored_copy',
    '1: a restored copy, which sends and backs up nothing; 0: the installation.',
  );
  const backup = gauge('backup.age', 'Time since the last successful backup.', 's');
  const unsent = gauge(
    'delivery.oldest.unsent',
    'Time since the oldest unsent delivery was requested; 0: none.',
    's',
  );
  const trail = gauge(
    'audit.unbroken',
    '1: the last check found every audit trail intact; 0: one is broken.',
  );
  const checked = gauge('audit.check.age', 'Time since all audit trails were last checked.', 's');

  const rolledBack = gauge(
    'rolled_back',
    '1: the database lacks exported audit heads, and nothing can be decided or sent; 0: it does not.',
  );
  const heads = gauge(
    'audit.heads.age',
    'Time since every external place last had the newest head of each audit trail.',
    's',
  );

  const read = remembered(async () => (await readRows<Row>(db, STATE))[0] ?? null);
  meter.addBatchObservableCallback(
    async (result) => {
      const row = await read();
      if (row === null) return;
      result.observe(copy, Number(row.isCopy));
      result.observe(rolledBack, Number(row.isRolledBack));
      if (row.headsAge !== null) result.observe(heads, row.headsAge);
      result.observe(unsent, row.waiting, { state: 'waiting' });
      result.observe(unsent, row.stopped, { state: 'stopped' });
      if (row.backupAge !== null) result.observe(backup, row.backupAge);
      if (row.trailAge !== null) result.observe(checked, row.trailAge);
      if (row.trailUnbroken !== null) result.observe(trail, Number(row.trailUnbroken));
    },
    [copy, backup, unsent, trail, checked, rolledBack, heads],
  );

  const labels = { version: SOFTWARE_VERSION, commit: SOFTWARE_COMMIT ?? 'unknown' };
  gauge('build.info', 'Always 1; the labels name the version of this program.').addCallback((result) =>
    result.observe(1, labels),
  );
}
