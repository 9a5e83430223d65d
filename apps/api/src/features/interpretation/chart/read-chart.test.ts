import { gunzipSync, gzipSync } from 'node:zlib';

import {
  chartWellSchema,
  unpackPoints,
  type ChartWell,
  type InterpretedWell,
  type Reinterpretation,
  type Run,
} from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { memoryStore } from '../../../../test/memory-store.ts';
import { importedRun, interpretedRun } from '../../../../test/run-factory.ts';
import { keyOf } from '../../../blobs/blobs.ts';
import { loadChartInput } from './interpreted-wells.ts';
import { chartSlopes } from './stored-slopes.ts';

let test: TestApp;
let run: Run;
beforeAll(async () => {
  test = await createTestApp();
  run = await interpretedRun(test, { seed: 1 });
});
afterAll(() => test.close());

const chartOf = async ({ id }: Run, headers: Record<string, string> = {}, login = 'tech') =>
  test.app.inject({ url: `/api/run/${id}/chart`, headers: { ...(await test.signIn(login)), ...headers } });

const where = () => ({ where: { interpretation: { runId: run.id } } });

it('API-120 the stored chart is sent, and only once to a client that has it', async () => {
  const first = await chartOf(run, { 'accept-encoding': 'gzip, br' });
  expect(first.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
  });
  const kept = await test.db.interpretationChart.findFirstOrThrow(where());
  expect(kept.body && first.rawPayload.equals(kept.body)).toBe(true);

  const etag = String(first.headers['etag']);
  for (const known of [etag, `"another", ${etag}`]) {
    const again = await chartOf(run, { 'if-none-match': known });
    expect([again.statusCode, again.headers['etag'], again.body]).toEqual([304, etag, '']);
  }
  expect((await chartOf(run, { 'if-none-match': '"another"' })).statusCode).toBe(200);
});

it('API-120 a client without gzip gets it uncompressed', async () => {
  const packed = await chartOf(run, { 'accept-encoding': 'gzip' });
  for (const accepted of ['identity', 'gzip;q=0', 'br']) {
    const plain = await chartOf(run, { 'accept-encoding': accepted });
    expect(plain.headers['content-encoding'] ?? 'identity').toBe('identity');
    expect(plain.body).toBe(gunzipSync(packed.rawPayload).toString());
  }
});

it('API-120 other laboratories get nothing, whatever etag they send', async () => {
  const { headers } = await chartOf(run);
  const answer = await chartOf(run, { 'if-none-match': String(headers['etag']) }, 'tech.south');
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['etag']).toBeUndefined();
});

it('API-120 the chart of an uninterpreted run has no wells, and is not cached', async () => {
  const answer = await chartOf(await importedRun(test, { seed: 2 }));
  expect(answer.json()).toEqual([]);
  expect(answer.headers['etag']).toBeUndefined();
});

it('API-121 a missing chart, or one of an older format, is made again with the same bytes', async () => {
  const kept = await test.db.interpretationChart.findFirstOrThrow(where());
  await test.db.interpretationChart.deleteMany(where());
  const { rawPayload } = await chartOf(run, { 'accept-encoding': 'gzip' });
  expect(kept.body && rawPayload.equals(kept.body)).toBe(true);

  await test.db.interpretationChart.updateMany({
    ...where(),
    data: { version: 0, body: new Uint8Array(gzipSync('[]')) },
  });
  expect((await chartOf(run)).json()).toHaveLength(4);
  const [again] = await test.db.interpretationChart.findMany(where());
  expect(again).toEqual(kept);
});

it('OPS-641 with an object store the chart is stored there, and a lost or damaged one is recreated', async () => {
  const store = memoryStore();
  const other = await createTestApp({ objects: store });
  try {
    const { id } = await interpretedRun(other, { seed: 1 });
    const chart = async () =>
      (
        await other.app.inject({
          url: `/api/run/${id}/chart`,
          headers: { ...(await other.signIn('tech')), 'accept-encoding': 'gzip' },
        })
      ).rawPayload;
    const { body, bodySha256 } = await other.db.interpretationChart.findFirstOrThrow();
    expect(body).toBeNull();
    const key = keyOf({ runId: id, sha256: bodySha256 ?? '' });
    const first = store.objects.get(key);
    for (const damage of [() => store.objects.delete(key), () => store.objects.set(key, Buffer.from('x'))]) {
      damage();
      expect(first?.equals(await chart())).toBe(true);
      expect(store.objects.get(key)).toEqual(first);
    }
    store.instead.get = () => Promise.resolve(first ?? Buffer.of());
    expect(first?.equals(await chart())).toBe(true);
  } finally {
    await other.close();
  }
});

it('OPS-642 a chart that is made again while the run is reinterpreted is not stored for the previous interpretation', async () => {
  const store = memoryStore();
  const other = await createTestApp({ objects: store });
  try {
    const melts = [{ channel: 'FAM' as const, tm: 58.7, amplitude: 1000, width: 0.75 }];
    const { id } = await interpretedRun(other, {
      seed: 2,
      wells: [{ position: 'A1', name: 'S-1', sampleType: null, melts }],
    });
    const former = await other.db.interpretationChart.findFirstOrThrow();
    await other.db.zone.updateMany({
      where: { name: { in: ['B', 'D'] }, phase: { kitVersion: { kit: { name: 'LCT-13910' } } } },
      data: { minTemp: 59 },
    });
    const url = `/run/${id}/reinterpretation`;
    store.instead.get = async () => {
      store.instead.get = null;
      const { revision, proposal } = (await other.call('tech', 'GET', url)).json<Reinterpretation>();
      const answer = await other.call('tech', 'POST', url, { revision, proposal });
      expect(answer.statusCode, answer.body).toBe(200);
      return Buffer.from('damaged');
    };
    expect((await other.call('tech', 'GET', `/run/${id}/chart`)).statusCode).toBe(200);
    const charts = await other.db.interpretationChart.findMany();
    expect(charts).toContainEqual(former);
    expect(new Set(charts.map(({ bodySha256 }) => bodySha256)).size).toBe(2);
  } finally {
    await other.close();
  }
});

it('API-122 an override is part of the run, and does not change the chart', async () => {
  const before = await chartOf(run);
  const wells = z.array(chartWellSchema).parse(before.json());
  const well = wells.find(({ position }) => position === 'A1');
  const color = await test.db.diagnosticColor.findFirstOrThrow({
    where: { diagnosticName: 'HETEROZYGOUS', kit: { name: 'LCT-13910' } },
  });
  const url = `/run/${run.id}/interpreted-wells?wellIds=${well?.wellId ?? ''}`;
  const [set] = (await test.call('tech', 'PATCH', url, { id: color.id, comment: 'Clear.' })).json<
    InterpretedWell[]
  >();

  const now = (await test.call('tech', 'GET', `/run/${run.id}`)).json<Run>();
  const updates = Object.values(now.analyses[0]?.wells ?? {}).map(({ position, updatedDiagnostics }) => [
    position,
    updatedDiagnostics.map(({ stateDiagnostic, diagnosticColor, comment }) => [
      stateDiagnostic,
      diagnosticColor?.diagnostic.name,
      comment,
    ]),
  ]);
  expect(Object.fromEntries(updates)).toEqual({
    A1: [['UPDATED', 'HETEROZYGOUS', 'Clear.']],
    A2: [],
    A3: [],
    A4: [],
  });
  const after = await chartOf(run);
  expect(after.headers['etag']).toBe(before.headers['etag']);
  expect(after.body).toBe(before.body);
  // The response to the change is both combined.
  expect(set).toEqual({
    ...well,
    interpretedWellDiagnostics: [
      ...(well?.interpretedWellDiagnostics ?? []),
      ...(now.analyses[0]?.wells['A1']?.updatedDiagnostics ?? []),
    ],
  });
});

it('API-123 a curve is drawn as calculated', async () => {
  const wells = (await chartOf(run)).json<ChartWell[]>();
  const slopes = chartSlopes(await loadChartInput(test.db, { runId: run.id })).find(
    ({ channel, phase }) => channel === 'FAM' && phase === 'MELT',
  );
  if (slopes === undefined) throw new Error('they are drawn');
  const place = slopes.positions.indexOf('A2');
  const start = slopes.pointCounts.slice(0, place).reduce((sum, count) => sum + count, 0);
  const floats = (bytes: Uint8Array) => new Float32Array(bytes.slice().buffer);
  const [temperatures, values] = [floats(slopes.temperatures), floats(slopes.values)];
  const drawn = wells
    .find(({ position }) => position === 'A2')
    ?.data.find(({ type }) => type === 'MELT')?.chartPoints;
  const points = drawn === undefined ? [] : unpackPoints(drawn);
  expect(points.length).toBeGreaterThan(100);
  const own = Array.from({ length: slopes.pointCounts[place] ?? 0 }, (_, index) => start + index);
  const height = Math.max(...own.map((index) => values[index] ?? 0));
  for (const { x, y } of points) {
    const index = own.find((candidate) => Math.abs((temperatures[candidate] ?? 0) - x) < 0.001);
    expect(Math.abs(y - (values[index ?? -1] ?? NaN)) / height).toBeLessThan(0.01);
  }
});
