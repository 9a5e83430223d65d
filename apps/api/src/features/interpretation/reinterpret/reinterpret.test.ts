import type { Problem } from '@curvewell/contracts';
import type { Reinterpretation, ChartWell, FormerInterpretation, Run, Well } from '@curvewell/domain';
import type { SyntheticWell } from '@curvewell/instruments/generate';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { decide, interpretedRun, shownResults, submit } from '../../../../test/run-factory.ts';

/** One product in each well; zones B and D begin at 58.5 °C. */
const TMS = { A1: 55.3, A2: 58.6, A3: 58.7, A4: 59.5, A5: 59.6 };
const WELLS: readonly SyntheticWell[] = Object.entries(TMS).map(([position, tm]) => ({
  position,
  name: `S-${position}`,
  sampleType: null,
  melts: [{ channel: 'FAM', tm, amplitude: 1000, width: 0.75 }],
}));

let test: TestApp;
let seed = 400;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(() => zonesBegin(58.5));

/** Moves the start of FAM's zones B and D, for every analyser. */
async function zonesBegin(minTemp: number): Promise<void> {
  await test.db.zone.updateMany({
    where: { name: { in: ['B', 'D'] }, phase: { kitVersion: { version: 'v2', kit: { name: 'LCT-13910' } } } },
    data: { minTemp },
  });
}

const aRun = () => interpretedRun(test, { seed: seed++, wells: WELLS });
const call: TestApp['call'] = (...request) => test.call(...request);
const reinterpretationOf = ({ id }: Pick<Run, 'id'>) => `/run/${id}/reinterpretation`;
const look = async (run: Pick<Run, 'id'>) =>
  (await call('tech', 'GET', reinterpretationOf(run))).json<Reinterpretation>();
const confirm = (run: Pick<Run, 'id'>, { revision, proposal }: Reinterpretation, more: object = {}) =>
  call('tech', 'POST', reinterpretationOf(run), { revision, proposal, ...more });
const wellAt = (run: Run, position: string): Well => {
  const well = run.analyses[0]?.wells[position];
  if (well === undefined) throw new Error(`the run has a well ${position}`);
  return well;
};
const formerOf = async ({ id }: Run) =>
  (await call('tech', 'GET', `/run/${id}/interpretation/previous`)).json<FormerInterpretation[]>();

async function override(run: Run, position: string, diagnosticName: string): Promise<Run> {
  const { id } = await test.db.diagnosticColor.findFirstOrThrow({
    where: { diagnosticName, kit: { name: 'LCT-13910' } },
  });
  const url = `/run/${run.id}/interpreted-wells?wellIds=${wellAt(run, position).id}`;
  const answer = await call('physician', 'PATCH', url, { id, comment: `Sure of ${position}` });
  expect(answer.statusCode, answer.body).toBe(200);
  return (await call('tech', 'GET', `/run/${run.id}`)).json<Run>();
}

/** All rows that an interpretation stores. */
const stored = async ({ id }: Run) => ({
  run: await test.db.run.findUnique({ where: { id } }),
  wells: await test.db.well.findMany({ where: { runId: id }, orderBy: { position: 'asc' } }),
  interpretations: await test.db.interpretation.findMany({
    where: { OR: [{ runId: id }, { formerRunId: id }] },
    include: { overrides: true, chart: true, slopes: true },
  }),
  audit: await test.db.auditEvent.count({ where: { entityId: id } }),
});

it('ANEW-02 API-250 the preview lists every well whose result would change, with the figures of both results, and stores nothing', async () => {
  const run = await aRun();
  const before = await stored(run);
  const same = await look(run);
  expect(same).toMatchObject({ wells: [], unchanged: 5, otherFigures: 0, revision: run.revision });

  await zonesBegin(59);
  const { wells, unchanged, proposal } = await look(run);
  expect(unchanged).toBe(3);
  expect(proposal).not.toBe(same.proposal);
  expect(wells.map(({ position }) => position)).toEqual(['A2', 'A3']);
  expect(wells[0]?.then?.diagnosticColor?.diagnostic.name).toBe(wellAt(run, 'A2').res);
  expect(wells[0]?.now?.diagnosticColor?.diagnostic.name).not.toBe(wellAt(run, 'A2').res);
  expect(wells[0]?.reason).toMatch(
    /^[BD] 58\.\d+ (and [BD] 58\.\d+ )?°C: 0\.\d+ (and 0\.\d+ )?°C below, inside before/,
  );
  expect(await stored(run)).toEqual(before);
});

it('ANEW-02 the preview adds the wells of a new channel and omits those of a removed channel', async () => {
  const both = WELLS.map((well) => ({
    ...well,
    melts: [...well.melts, ...well.melts.map((melt) => ({ ...melt, channel: 'TEXAS_RED' as const }))],
  }));
  const where = {
    channel: 'FAM',
    kitVersion: { version: 'v2', kit: { name: 'LCT-13910' } },
    analyser: { name: 'Bio-Rad CFX96' },
  } as const;
  await test.db.phase.deleteMany({ where: { ...where, channel: 'TEXAS_RED' } });
  await test.db.combinationRule.deleteMany({ where: { ...where, channel: 'TEXAS_RED' } });
  const run = await interpretedRun(test, { seed: seed++, wells: both, channels: ['FAM', 'TEXAS_RED'] });
  const setChannel = async (from: 'FAM' | 'TEXAS_RED', to: 'FAM' | 'TEXAS_RED') => {
    await test.db.phase.updateMany({ where: { ...where, channel: from }, data: { channel: to } });
    await test.db.combinationRule.updateMany({ where: { ...where, channel: from }, data: { channel: to } });
  };
  await setChannel('FAM', 'TEXAS_RED');
  try {
    const shown = await look(run);
    const sides = shown.wells.map(({ channel, position, then, now }) => [
      channel,
      position,
      then && 1,
      now && 1,
    ]);
    expect(sides).toEqual([
      ...Object.keys(TMS).map((position) => ['FAM', position, 1, null]),
      ...Object.keys(TMS).map((position) => ['TEXAS_RED', position, null, 1]),
    ]);
    const after = await confirm(run, shown);
    expect(after.statusCode, after.body).toBe(200);
    const results = after.json<Run>().analyses.map(({ channel, wells }) => [channel, wells['A1']?.res]);
    expect(results).toEqual([
      ['FAM', null],
      ['TEXAS_RED', wellAt(run, 'A1').res],
    ]);
  } finally {
    await setChannel('TEXAS_RED', 'FAM');
  }
});

it('ANEW-04 API-251 API-252 API-253 reinterpretation stores the preview, and the previous interpretation is unchanged', async () => {
  const run = await aRun();
  const chartOf = async (url: string) => (await call('tech', 'GET', url)).json<ChartWell[]>();
  const chartThen = await chartOf(`/run/${run.id}/chart`);
  const [then] = (await stored(run)).interpretations;
  await zonesBegin(59);
  const shown = await look(run);
  const answer = await confirm(run, shown);
  expect(answer.statusCode, answer.body).toBe(200);
  const after = answer.json<Run>();
  expect(after).toMatchObject({
    revision: run.revision + 1,
    configurationSha256: shown.now.configurationSha256,
  });
  for (const { position, now } of shown.wells)
    expect(wellAt(after, position).res).toBe(now?.diagnosticColor?.diagnostic.name ?? null);

  const [former, ...more] = await formerOf(run);
  expect(more).toEqual([]);
  expect(former).toMatchObject({ ...shown.then, replacedByName: 'Tara Holm', reason: null });
  expect(former).toMatchObject({ status: 'RUN_TO_INTERPRET', updatedDiagnostics: [] });
  expect(await chartOf(`/run/${run.id}/interpretation/previous/${former?.id ?? ''}/chart`)).toEqual(
    chartThen,
  );
  expect((await chartOf(`/run/${run.id}/chart`)).map(({ position }) => position)).toHaveLength(5);
  const kept = await test.db.interpretation.findUniqueOrThrow({ where: { id: former?.id ?? '' } });
  expect(kept.results).toEqual(then?.results);
  // The chart is also made again from the stored rows.
  await test.db.interpretationChart.deleteMany({ where: { interpretationId: former?.id ?? '' } });
  expect(await chartOf(`/run/${run.id}/interpretation/previous/${former?.id ?? ''}/chart`)).toEqual(
    chartThen,
  );

  const entry = await test.db.auditEvent.findFirstOrThrow({
    where: { entityId: run.id },
    orderBy: { id: 'desc' },
  });
  expect(entry).toMatchObject({ action: 'run.interpret', details: { formerInterpretation: former?.id } });
  expect(entry.details).toMatchObject({
    from: { configurationSha256: run.configurationSha256 },
    configurationSha256: shown.now.configurationSha256,
    changes: [{ position: 'A2' }, { position: 'A3' }],
  });
});

it('ANEW-04 the previous interpretation is kept with its overrides and its chart', async () => {
  const run = await override(await aRun(), 'A1', 'HETEROZYGOUS');
  const chartOf = async (url: string) => (await call('tech', 'GET', url)).json<ChartWell[]>();
  const chartThen = await chartOf(`/run/${run.id}/chart`);
  await zonesBegin(59);
  const answer = await confirm(run, await look(run));
  expect(answer.statusCode, answer.body).toBe(200);
  const [former] = await formerOf(run);
  expect(former?.updatedDiagnostics).toMatchObject([{ stateDiagnostic: 'UPDATED', comment: 'Sure of A1' }]);
  expect(await chartOf(`/run/${run.id}/interpretation/previous/${former?.id ?? ''}/chart`)).toEqual(
    chartThen,
  );
});

it('ANEW-05 DECIDE-11 reinterpretation keeps an override if the suggested result is the same, and asks the user otherwise', async () => {
  let run = await aRun();
  for (const position of ['A1', 'A2', 'A3']) run = await override(run, position, 'HETEROZYGOUS');
  const setThen = wellAt(run, 'A2').updatedDiagnostics[0];
  await zonesBegin(59);
  const shown = await look(run);
  expect(shown).toMatchObject({ keptOverrides: 1 });
  expect(shown.wells.map(({ override }) => override?.comment)).toEqual(['Sure of A2', 'Sure of A3']);

  const [a2, a3] = [wellAt(run, 'A2').id, wellAt(run, 'A3').id];
  const open = await confirm(run, shown, { overrides: { [a2]: 'keep' } });
  expect(open.json()).toMatchObject({
    code: 'invalid-request',
    issues: [{ path: ['body', 'overrides', a3] }],
  });
  const other = { [a2]: 'keep', [a3]: 'drop', [wellAt(run, 'A1').id]: 'drop' };
  expect((await confirm(run, shown, { overrides: other })).statusCode).toBe(400);

  const after = (await confirm(run, shown, { overrides: { [a2]: 'keep', [a3]: 'drop' } })).json<Run>();
  const setOn = (position: string) =>
    wellAt(after, position).updatedDiagnostics.map(({ comment, byName, at }) => ({ comment, byName, at }));
  const { byName, at } = setThen ?? {};
  expect(setOn('A2')).toEqual([{ comment: 'Sure of A2', byName, at }]);
  expect(setOn('A1')).toHaveLength(1);
  expect(setOn('A3')).toEqual([]);
  expect(wellAt(after, 'A3').diagnosticComment).toBe(null);
  expect(wellAt(after, 'A2').diagnosticComment).toBe('Sure of A2');
  // A carried-over override is older than the suggested diagnostic, and is what is seen.
  const seen = await call('physician', 'PUT', `/run/${run.id}/seen`, {
    results: await shownResults(test, run.id, [a2]),
  });
  expect(seen.json()).toEqual({ wellIds: [a2] });
  // All overrides are listed with the previous interpretation. A later override shows which diagnostic it
  // replaced.
  expect((await formerOf(run))[0]?.updatedDiagnostics).toHaveLength(3);
  await override(after, 'A2', 'HOMOZYGOUS_MUTATED');
  const { details } = await test.db.auditEvent.findFirstOrThrow({
    where: { entityId: run.id, action: 'run.diagnostic' },
    orderBy: { id: 'desc' },
  });
  expect(details).toMatchObject({ from: { diagnostic: { name: 'HETEROZYGOUS' } } });
});

it('ANEW-03 reinterpretation is refused when something has changed since the preview', async () => {
  const run = await aRun();
  await zonesBegin(59);
  const shown = await look(run);
  await zonesBegin(58.65);
  expect((await confirm(run, shown)).json()).toMatchObject({ code: 'stale' });
  await zonesBegin(59);
  await override(run, 'A1', 'HETEROZYGOUS');
  expect((await confirm(run, shown)).json()).toMatchObject({
    code: 'stale',
    details: { by: 'Ingrid Lindqvist' },
  });
  expect(await formerOf(run)).toEqual([]);
});

it('ANEW-08 a mismatch with the current settings must be confirmed, and is stored with the run', async () => {
  const run = await aRun();
  const zones = {
    name: { in: ['B', 'D'] },
    phase: { kitVersion: { version: 'v2', kit: { name: 'LCT-13910' } }, channel: 'FAM' as const },
  };
  // The readings end at 72 °C.
  await test.db.zone.updateMany({ where: zones, data: { minTemp: 71, maxTemp: 75 } });
  const shown = await look(run);
  const refused = await confirm(run, shown);
  const confirmed = await confirm(run, shown, { confirmedFit: shown.fit.map(({ key }) => key) });
  await test.db.zone.updateMany({ where: zones, data: { minTemp: 58.5, maxTemp: 63 } });

  expect(shown.fit.map(({ code, zones: unread }) => [code, unread])).toEqual([
    ['zones-not-read', ['D']],
    ['zones-not-read', ['B']],
  ]);
  expect(refused.statusCode).toBe(400);
  expect(refused.json<Problem>().issues.map(({ path }) => path)).toEqual([
    ['body', 'confirmedFit'],
    ['body', 'confirmedFit'],
  ]);
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  const texts = shown.fit.map(({ text }) => text);
  const { fit, id } = confirmed.json<Run>();
  expect(fit?.findings.map(({ text }) => text)).toEqual(expect.arrayContaining(texts));
  const entry = await test.db.auditEvent.findFirstOrThrow({
    where: { entityId: id, action: 'run.interpret' },
    orderBy: { number: 'desc' },
  });
  expect(entry.details).toMatchObject({ confirmedFit: texts.map((text) => `LCT-13910 v2: ${text}`) });
  expect((await look(run)).fit).toEqual([]);
});

it('ANEW-01 ANEW-06 a rejected run needs a reason and is open again afterwards; waiting and approved runs are refused', async () => {
  const run = await aRun();
  await submit(test, run.id);
  expect((await call('tech', 'GET', reinterpretationOf(run))).json()).toMatchObject({
    code: 'illegal-transition',
  });
  await decide(test, run.id, { status: 'REJECTED' });
  await zonesBegin(59);
  const shown = await look(run);
  expect((await confirm(run, shown)).json()).toMatchObject({
    code: 'invalid-request',
    issues: [{ path: ['body', 'reason'] }],
  });
  const after = (await confirm(run, shown, { reason: 'Limits of the kit corrected' })).json<Run>();
  expect(after).toMatchObject({ status: 'RUN_TO_INTERPRET', rejectedBy: null, rejectionReason: null });
  expect(after.acts).toMatchObject({ submitted: null, rejected: null });
  // The decision on the previous results does not apply to the new ones.
  expect(await test.db.run.findUniqueOrThrow({ where: { id: run.id } })).toMatchObject({
    submittedById: null,
    submittedByName: null,
    submittedAt: null,
    decidedById: null,
    decidedByName: null,
    decidedAt: null,
  });
  expect(await formerOf(run)).toMatchObject([{ status: 'REJECTED', reason: 'Limits of the kit corrected' }]);
  expect(await test.db.runDecision.count({ where: { runId: run.id, decision: 'reject' } })).toBe(1);

  expect((await submit(test, run.id)).statusCode).toBe(200);
  expect((await decide(test, run.id)).json()).toMatchObject({ status: 'APPROVED' });
  expect((await confirm(run, shown, { reason: 'Once more' })).json()).toMatchObject({
    code: 'illegal-transition',
  });
});
