import { interpretationCalls, starterKitCalls } from '@curvewell/contracts';
import type { Run } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { importedRun } from '../../../test/run-factory.ts';

let test: TestApp;
/** Wells with a product at 55.3 °C, at 60.8 °C, with both and with none. */
let run: Run;
beforeAll(async () => {
  test = await createTestApp();
  run = await importedRun(test, { seed: 3 });
});
afterAll(() => test.close());

const wanted = (changes: object = {}) => ({
  name: 'Own kit',
  products: 2,
  reactionBuffer: 'Standard',
  runId: run.id,
  ...changes,
});
const make = (body: object, login = 'research') => test.call(login, 'POST', '/starter-kits', body);

it('SHELL-182 a starter kit has a zone on each product of the run and calls its wells', async () => {
  const answer = await make(wanted());
  expect(answer.statusCode, answer.body).toBe(200);
  const { kitId, versionId, reactionBufferId, analyserId, ...place } = starterKitCalls.create.answer.parse(
    answer.json(),
  );
  // Three wells with a peak prove no two products.
  expect(place).toEqual({ channel: 'FAM', isClear: false });
  const [phase] = await test.db.phase.findMany({
    where: { kitVersionId: versionId, analyserId, reactionBufferId },
    include: { zones: { orderBy: { name: 'asc' } } },
  });
  expect(phase).toMatchObject({ channel: 'FAM', phaseType: 'MELT' });
  const [a, b] = phase?.zones ?? [];
  expect([a, b].map((zone) => zone?.name)).toEqual(['A', 'B']);
  expect(55.3 > (a?.minTemp ?? 99) && 55.3 < (a?.maxTemp ?? 0)).toBe(true);
  expect(60.8 > (b?.minTemp ?? 99) && 60.8 < (b?.maxTemp ?? 0)).toBe(true);
  const statuses = await test.db.kitAnalyser.findMany({ where: { kitId } });
  expect(statuses).toMatchObject([{ analyserId, status: 'NOT_VALIDATED' }]);
  expect(await test.db.lot.count({ where: { kitVersionId: versionId } })).toBe(0);

  const rules = await test.db.combinationRule.findMany({
    where: { kitVersionId: versionId },
    include: { diagnosticColor: true },
    orderBy: { order: 'asc' },
  });
  const evaluated = await test.call('research', 'POST', `/run/${run.id}/evaluate`, {
    kitId,
    reactionBufferId,
    channel: 'FAM',
    wells: 'all',
    phases: [
      {
        phaseType: 'MELT',
        minThreshold: phase?.minThreshold,
        slopeThreshold: phase?.slopeThreshold,
        minQuality: phase?.minQuality,
        inversed: false,
        zones: phase?.zones.map(({ name, minTemp, maxTemp, label, minThreshold, minQuality }) => ({
          name,
          minTemp,
          maxTemp,
          label,
          minThreshold,
          minQuality,
        })),
      },
    ],
    rules: rules.map(({ zones, diagnosticColor }) => ({
      zones,
      diagnostic: diagnosticColor?.diagnosticName,
      expressions: [],
    })),
  });
  const wells = interpretationCalls.evaluate.answer.parse(evaluated.json());
  const labels = new Map(
    rules.map(({ diagnosticColor }) => [diagnosticColor?.diagnosticName, diagnosticColor?.label] as const),
  );
  expect(wells.map(({ diagnostic }) => labels.get(diagnostic as never))).toEqual([
    'Product A only',
    'Products A and B',
    'Product B only',
    'No product',
  ]);
});

it('SHELL-182 its creation is audited with its source', async () => {
  const { versionId } = (await make(wanted({ name: 'Audited', products: 1 }))).json<{ versionId: string }>();
  const entries = await test.db.auditEvent.findMany({ where: { entityId: versionId } });
  expect(entries).toMatchObject([
    {
      action: 'kit.start',
      actorName: 'Rhea Dunn',
      details: {
        kit: 'Audited',
        products: 1,
        runId: run.id,
        clearPeaks: false,
        diagnostics: [{ name: 'NEGATIVE' }, { name: 'Product A', letters: 'A', meaning: 'positive' }],
      },
    },
  ]);
});

it('SHELL-183 a starter kit with the name of another kit is refused, and nothing is stored', async () => {
  const versions = await test.db.kitVersion.count();
  expect((await make(wanted({ name: 'lct-13910' }))).json()).toMatchObject({ code: 'name-taken' });
  expect(await test.db.kitVersion.count()).toBe(versions);
});

it('SHELL-183 it requires permission to write kits, and a run of the user’s own laboratory', async () => {
  expect((await make(wanted({ name: 'X' }), 'physician')).statusCode).toBe(403);
  const foreign = await importedRun(test, { login: 'tech.south', seed: 4 });
  expect((await make(wanted({ name: 'X', runId: foreign.id }))).statusCode).toBe(404);
  expect(await test.db.kit.count({ where: { name: 'X' } })).toBe(0);
});

it('SHELL-184 the summary of a run has its mean curve and where most wells have a peak', async () => {
  const answer = await test.call('tech', 'GET', `/run/${run.id}/melt`);
  const melts = interpretationCalls.melt.answer.parse(answer.json());
  expect(melts.map(({ channel, phase }) => `${channel} ${phase}`)).toEqual(['FAM ANNEAL', 'FAM MELT']);
  const melt = melts.find(({ phase }) => phase === 'MELT');
  const tms = melt?.peaks.map(({ tm, wells }) => [Math.round(10 * tm) / 10, wells]);
  expect(tms?.toSorted()).toEqual([
    [55.3, 2],
    [60.8, 2],
  ]);
  const [highest] = melt?.curve.toSorted(([, a], [, b]) => b - a) ?? [];
  expect([55.3, 60.8].some((tm) => Math.abs(tm - (highest?.[0] ?? 0)) < 0.6)).toBe(true);
  expect((await test.call('tech.south', 'GET', `/run/${run.id}/melt`)).statusCode).toBe(404);
});
