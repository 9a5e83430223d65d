import { randomUUID } from 'node:crypto';

import { LOT_CONTROL_DAYS } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { LaboratoryCaller } from '../src/actor.ts';
import { systemClock } from '../src/clock.ts';
import { readDashboard } from '../src/features/dashboard/read-dashboard.ts';
import { lotControls } from '../src/features/lots/lot-controls.ts';
import { openPlans, type Watched } from './query-plans.ts';
import { withoutRules } from './without-rules.ts';

/** So many that PostgreSQL reads those of all lots if a statement or an index lets it. */
const READINGS = 10_000;
const DAY_MS = 86_400_000;
const OF_LOT = 'control_reading_lot_id_laboratory_id_read_at_idx';

type LotName = 'busy' | 'earlier' | 'shared' | 'new';

let opened: Awaited<ReturnType<typeof openPlans>>;
let watched: Watched;
let actor: LaboratoryCaller;
const lots: Record<LotName, string> = {
  busy: randomUUID(),
  earlier: randomUUID(),
  shared: randomUUID(),
  new: randomUUID(),
};

beforeAll(async () => {
  opened = await openPlans('tech', []);
  ({ watched } = opened);
  actor = { ...opened.actor, permissions: new Set(['READ_LOT_CONFIG_ADMIN']) };
  const own = actor.laboratory.id;
  const { id: other } = await opened.db.laboratory.findFirstOrThrow({ where: { id: { not: own } } });
  await addReadings({ laboratoryId: own, lotId: lots.busy, count: READINGS, since: 0 });
  await addReadings({ laboratoryId: own, lotId: lots.earlier, count: 10, since: LOT_CONTROL_DAYS + 1 });
  for (const lotId of [lots.busy, lots.earlier, lots.shared])
    await addReadings({ laboratoryId: other, lotId, count: READINGS, since: 0 });
  await watched.vacuum('control_reading');
});
afterAll(() => opened.close());

interface Readings {
  readonly laboratoryId: string;
  readonly lotId: string;
  readonly count: number;
  /** Days before now of the newest; the others follow an hour apart. */
  readonly since: number;
}

async function addReadings({ laboratoryId, lotId, count, since }: Readings): Promise<void> {
  await withoutRules(
    opened.db,
    (tx) => tx.$executeRaw`
      INSERT INTO control_reading (laboratory_id, series_id, run_id, well_id, kit_version_id, lot_id, read_at, call)
      SELECT ${laboratoryId}::uuid, new_id(), new_id(), new_id(), new_id(), ${lotId}::uuid,
        now() - ${since}::int * interval '1 day' - n * interval '1 hour', 'TEST_OK'
      FROM generate_series(1, ${count}::int) n`,
  );
}

it('LOT-131 controls of a lot are found along the index of the lot in the laboratory', async () => {
  const plans = await watched.plansOf(async () => {
    const found = await lotControls({ ...watched, clock: systemClock }, actor, Object.values(lots));
    const read = (name: LotName) => found.get(lots[name])?.read;
    expect([read('busy'), read('earlier'), read('shared'), read('new')]).toEqual([
      'lately',
      'before',
      'never',
      'never',
    ]);
  });
  const [ofReadings, ...others] = plans.filter(({ tables }) => tables.includes('control_reading'));
  expect(others).toEqual([]);
  expect(ofReadings?.readWhole).toEqual([]);
  expect(ofReadings?.indexes).toContain(OF_LOT);
});

it('LOT-129 the dashboard counts all expiring lots, and lists the first to expire', async () => {
  const { id: kitVersionId } = await opened.db.kitVersion.findFirstOrThrow();
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  await watched.run(`
    WITH added AS (
      INSERT INTO lot (id, kit_version_id, name, expiration_date)
      SELECT new_id(), '${kitVersionId}', 'E-' || n, '${tomorrow}'::date + n / 2 FROM generate_series(1, 40) n RETURNING id
    )
    INSERT INTO run_count (laboratory_id, subject_id, runs) SELECT '${actor.laboratory.id}', id, 1 FROM added`);
  const { lots: expiring } = await readDashboard(
    { ...watched, clock: systemClock, backgroundProgress: () => Promise.resolve(null), log: console },
    actor,
    { today: new Date().toISOString() },
  );
  expect(expiring?.count).toBe(40);
  expect(expiring?.lines.map(({ name }) => name)).toEqual(['E-1', 'E-2', 'E-3']);
});
