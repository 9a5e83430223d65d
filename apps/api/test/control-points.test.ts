import type { ControlScope } from '@curvewell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { addManyControls } from '../bench/many-controls.ts';
import { createActor } from '../src/features/identity/index.ts';
import { sumUpRunCounts } from '../src/features/runs/index.ts';
import { readNegatives } from '../src/features/controls/read/read-negatives.ts';
import { readOverview } from '../src/features/controls/read/read-overview.ts';
import { readSeries } from '../src/features/controls/read/read-series.ts';
import type { LaboratoryCaller } from '../src/actor.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { brokenInvariants } from './invariants.ts';
import { itOnPlainTables } from './partitions/is-partitioned.ts';
import { openWatched, type Watched } from './query-plans.ts';
import { configuration, importedRun } from './run-factory.ts';
import { withoutRules } from './without-rules.ts';

const INDEX = 'control_point_series_id_read_at_idx';
/** More readings of a control than are read. */
const RUNS = 2_000;
const POSITIVE = { sampleType: 'POSITIVE_TEST', phase: 'MELT', zone: 'C', measure: 'tm' } as const;

let test: TestApp;
let watched: Watched;
let actor: LaboratoryCaller;
let scope: ControlScope;
let runId: string;

beforeAll(async () => {
  test = await createTestApp();
  await test.db.laboratory.updateMany({ data: { timeZone: 'Europe/Paris' } });
  const run = await importedRun(test, { seed: 1 });
  runId = run.id;
  const body = await configuration(test.db, run);
  await test.call('tech', 'PUT', `/run/${runId}`, body);
  const answer = await test.call('tech', 'POST', `/run/${runId}/interpret`);
  expect(answer.statusCode).toBe(200);
  await addManyControls(test.db, runId, RUNS);
  const user = await test.db.appUser.findUniqueOrThrow({
    where: { login: 'tech' },
    include: { laboratory: true },
  });
  if (user.laboratory === null) throw new Error('the technician has a laboratory');
  actor = { ...createActor(user, []), laboratory: user.laboratory, requestId: 'plans' };
  const { kitId, reactionBufferId, channel } = await test.db.controlSeries.findFirstOrThrow({
    where: { laboratoryId: user.laboratory.id, sampleType: 'POSITIVE_TEST' },
  });
  scope = { kitId, reactionBufferId, channel };
  await test.db.$executeRaw`SELECT recount_runs(${user.laboratory.id}::uuid)`;
  watched = await openWatched(test.databaseUrl);
  await watched.vacuum('control_point, control_series');
});
afterAll(async () => {
  await watched.close();
  await test.close();
});

const pages = {
  overview: () => readOverview(watched, actor, { ...scope, measure: 'tm' }),
  series: () => readSeries(watched, actor, { ...scope, ...POSITIVE }),
  negatives: () => readNegatives(watched, actor, scope),
};
const pointsWrong = () => brokenInvariants(test.db, /^controls-pointed$/);

describe('OPS-556 pages of controls read one index of points', () => {
  // Each partition has indexes with names of its own.
  itOnPlainTables.each(['overview', 'series', 'negatives'] as const)('the %s', async (page) => {
    const plans = await watched.plansOf(pages[page]);
    expect(plans.flatMap(({ indexesAlone }) => indexesAlone)).toContain(INDEX);
    const tables = new Set(plans.flatMap((plan) => plan.tables));
    for (const read of ['run', 'channel_analysis', 'earlier_well', 'control_reading', 'control_peak'])
      expect(tables).not.toContain(read);
  });

  it('more peaks than an entry of the index holds are read where they are', async () => {
    const before = await pages.series();
    const [newest] = before.points.slice(-1);
    const readingId = newest?.readingId ?? '';
    const zones = () => pages.negatives().then(({ rows }) => rows.flatMap(({ peaks }) => peaks).length);
    const negative = await test.db.controlReading.findFirstOrThrow({
      where: { series: { sampleType: 'NEGATIVE_TEST' }, laboratoryId: actor.laboratory.id },
      orderBy: { readAt: 'desc' },
    });
    const shown = await zones();
    await withoutRules(test.db, async (tx) => {
      const peak = { phase: 'MELT', zone: 'C', tmError: null, quality: 0.123456789, counted: true } as const;
      for (const id of [readingId, negative.id])
        await tx.controlPeak.createMany({
          data: Array.from({ length: 60 }, (_, place) => ({
            ...peak,
            readingId: id,
            laboratoryId: actor.laboratory.id,
            place: 100 + place,
            tm: 70 + place / 7,
            height: 5_000 + place / 3,
          })),
        });
      await tx.$executeRaw`SELECT recount_controls(${actor.laboratory.id}::uuid)`;
    });
    expect(await test.db.controlPoint.findUniqueOrThrow({ where: { readingId } })).toMatchObject({
      peaks: null,
      hasPeak: true,
    });
    const after = await pages.series();
    // The highest of the zone.
    expect(after.points.at(-1)).toMatchObject({ readingId, value: 70 + 59 / 7 });
    expect(after.points.slice(0, -1).map(({ value }) => value)).toEqual(
      before.points.slice(0, -1).map(({ value }) => value),
    );
    expect(await zones()).toBe(shown + 60);
    expect(await pointsWrong()).toEqual([]);
  });
});

describe('OPS-557 points follow changes to readings', () => {
  it('exclusion and inclusion, another date of the run, another interpretation', async () => {
    const reading = await test.db.controlReading.findFirstOrThrow({ where: { runId } });
    const excluded = async () => {
      const found = await test.db.controlPoint.findUniqueOrThrow({ where: { readingId: reading.id } });
      return found.isExcluded;
    };
    const exclude = (isExcluded: boolean, revision: number) =>
      test.call('quality', 'PUT', `/controls/readings/${reading.id}/excluded`, {
        isExcluded,
        reason: 'Splash',
        revision,
      });
    expect((await exclude(true, reading.revision)).statusCode).toBe(200);
    expect(await excluded()).toBe(true);
    expect(await pointsWrong()).toEqual([]);
    expect((await exclude(false, reading.revision + 1)).statusCode).toBe(200);
    expect(await excluded()).toBe(false);

    const dateOf = async () => {
      const point = await test.db.controlPoint.findUniqueOrThrow({ where: { readingId: reading.id } });
      return [point.isDateKnown, point.readAt.toISOString()];
    };
    await withoutRules(test.db, async (tx) => {
      await tx.run.update({ where: { id: runId }, data: { runDateSource: 'IMPORT' } });
      await tx.$executeRaw`SELECT recount_controls(${actor.laboratory.id}::uuid)`;
    });
    expect(await dateOf()).toEqual([false, reading.readAt.toISOString()]);
    const { revision } = await test.db.run.findUniqueOrThrow({ where: { id: runId } });
    const runDate = { local: '2026-03-01T09:02', timeZone: 'Europe/Paris' };
    const dated = await test.call('tech', 'PUT', `/run/${runId}`, { runDate, revision });
    expect([dated.statusCode, dated.body.slice(0, 200)]).toEqual([200, expect.any(String)]);
    expect(await dateOf()).toEqual([true, '2026-03-01T08:02:00.000Z']);
    expect(await pointsWrong()).toEqual([]);
    await test.db.$queryRaw`SELECT record_controls(${runId}::uuid)::text`;
    expect(await pointsWrong()).toEqual([]);
  });

  it('changes that no trigger noticed are corrected once a day, and reported', async () => {
    await withoutRules(test.db, async (tx) => {
      await tx.$executeRaw`DELETE FROM control_point WHERE run_id = ${runId}::uuid`;
      await tx.$executeRaw`UPDATE laboratory SET runs_counted_at = '2026-01-01'`;
    });
    expect(await pointsWrong()).not.toEqual([]);
    const reported: string[] = [];
    const onError = (error: unknown) => reported.push(String(error));
    await sumUpRunCounts({ db: test.db, clock: { now: () => new Date() }, onError });
    expect(await pointsWrong()).toEqual([]);
    expect(reported).toEqual([
      expect.stringMatching(`Laboratory ${actor.laboratory.id}: [1-9]\\d* points of controls were wrong`),
    ]);
  });
});
