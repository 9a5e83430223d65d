import { kitCalls, lotCalls, dashboardCalls, runCalls } from '@curvewell/contracts';
import {
  decisionRecordSchema,
  resultFormatSchema,
  runCheckSchema,
  type Reinterpretation,
  type KitConfiguration,
  type Run,
} from '@curvewell/domain';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { openWorkbook } from '../../../test/open-workbook.ts';
import {
  approvedRun,
  configuration,
  decide,
  importedRun,
  interpretedRun,
  submit,
  interpretedAs,
  withWells,
} from '../../../test/run-factory.ts';
import { isLockAwaited } from '../../../test/lock-awaited.ts';
import { readRecord } from './decision-record.ts';
import { withoutRules } from '../../../test/without-rules.ts';

const LOT = '26B0417';
const NOT_APPROVED = `Trial lot ${LOT}: this run cannot be approved.`;
const NOTICE = 'Trial: not for patients';
const PHASE = {
  phaseType: 'MELT',
  minThreshold: 50,
  slopeThreshold: 4.72,
  minQuality: 0.4,
  inversed: false,
  zones: [],
};
let test: TestApp;
let seed = 900;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(() => setActive(false));

const lotNow = () => test.db.lot.findFirstOrThrow({ where: { name: LOT } });

/** Activates or deactivates the lot of every plate. */
async function setActive(active: boolean): Promise<void> {
  const { id, revision, expirationDate } = await lotNow();
  const body = { active, revision, expirationDate: expirationDate.toISOString().slice(0, 10) };
  const answer = await test.call('quality', 'PUT', `/lots/${id}`, body);
  expect(answer.statusCode, answer.body).toBe(200);
}

const fresh = () => interpretedRun(test, { seed: (seed += 1) });
async function waiting(): Promise<Run> {
  const run = await fresh();
  await submit(test, run.id);
  return now(run);
}
const now = async ({ id }: Pick<Run, 'id'>): Promise<Run> =>
  runCalls.get.answer.parse((await test.call('tech', 'GET', `/run/${id}`)).json());
const listed = async ({ id }: Run) => {
  const answer = await test.call('tech', 'GET', '/run?size=100');
  return runCalls.list.answer.parse(answer.json()).listObjects.find((one) => one.id === id);
};

async function reinterpret(run: Run): Promise<Run> {
  const url = `/run/${run.id}/reinterpretation`;
  const { revision, proposal } = (await test.call('tech', 'GET', url)).json<Reinterpretation>();
  const answer = await test.call('tech', 'POST', url, { revision, proposal, reason: 'The lot has changed' });
  expect(answer.statusCode, answer.body).toBe(200);
  return now(run);
}

describe('LOT-100 an inactive lot', () => {
  it('does not lock its version, even if a trial run uses it', async () => {
    const others = { kitVersion: { version: 'v2', kit: { name: 'LCT-13910' } }, active: true };
    const { count } = await test.db.lot.updateMany({ where: others, data: { active: false } });
    expect(count).toBeGreaterThan(0);
    const run = await waiting();
    const well = run.analyses[0]?.wells['A1'];
    const versionId = well?.kitVersion?.id ?? '';
    const version = await test.db.kitVersion.findUniqueOrThrow({ where: { id: versionId } });
    const { id: analyserId } = await test.db.analyser.findUniqueOrThrow({
      where: { name: 'Bio-Rad CFX96' },
    });
    // Uses another buffer, so that the plates of the other tests can still be interpreted.
    const buffer = await test.db.reactionBuffer.findFirstOrThrow({ where: { name: 'RB-1' } });
    const save = (revision: number, channels: object[]) =>
      test.call('research', 'PUT', `/kit/${version.id}`, {
        kit: { id: version.kitId },
        kitVersion: { id: version.id, revision },
        reactionBuffer: { id: buffer.id },
        analyser: { id: analyserId },
        channels,
        combinationDiagnostics: [],
      });
    const place = {
      kitVersionId: version.id,
      reactionBufferId: buffer.id,
      analyserId,
      channel: 'FAM',
    } as const;
    const phases = () => test.db.phase.count({ where: place });
    expect(await phases()).toBeGreaterThan(0);
    const saved = await save(version.revision, [{ name: 'FAM', phases: [] }]);
    expect(saved.statusCode, saved.body).toBe(200);
    const { kitVersion }: KitConfiguration = kitCalls.update.answer.parse(saved.json());
    expect(await phases()).toBe(0);

    await test.db.lot.updateMany({ where: { ...others, active: false }, data: { active: true } });
    const refused = await save(kitVersion.revision, [{ name: 'FAM', phases: [PHASE] }]);
    expect(refused.json()).toMatchObject({ code: 'locked' });
  });

  it('LOT-102 marks a run that is not interpreted yet, while it is inactive', async () => {
    const imported = await importedRun(test, { seed: (seed += 1) });
    const { analyses: _, ...kitsOnly } = await configuration(test.db, imported);
    await test.call('tech', 'PUT', `/run/${imported.id}`, kitsOnly);
    expect(await now(imported)).toMatchObject({ isTrial: true, trialLots: [{ name: LOT }] });
    expect(await listed(imported)).toMatchObject({ isTrial: true, trialLots: [{ name: LOT }] });
    await setActive(true);
    expect(await now(imported)).toMatchObject({ isTrial: false, trialLots: [] });
  });
});

describe('LOT-101 whether a run is a trial run depends on its lots at the interpretation', () => {
  it('stays a trial run when its lot is activated, until it is reinterpreted', async () => {
    const run = await fresh();
    await setActive(true);
    expect(await listed(run)).toMatchObject({ isTrial: true, trialLots: [{ name: LOT }] });
    const entry = { entityId: run.id, action: 'run.interpret' };
    const { details } = await test.db.auditEvent.findFirstOrThrow({ where: entry });
    expect(details).toMatchObject({ trialLots: [LOT] });
    expect(await reinterpret(run)).toMatchObject({ isTrial: false, trialLots: [] });
  });

  it('does not become a trial run when its lot is deactivated', async () => {
    await setActive(true);
    const approved = await approvedRun(test, { seed: (seed += 1) });
    const rejected = await fresh();
    await submit(test, rejected.id);
    await decide(test, rejected.id, { status: 'REJECTED' });
    await setActive(false);
    expect(await now(approved)).toMatchObject({ status: 'APPROVED', isTrial: false });
    expect(await now(rejected)).toMatchObject({ isTrial: false });
    expect(await reinterpret(rejected)).toMatchObject({ status: 'RUN_TO_INTERPRET', isTrial: true });
  });
});

it.each([
  ['made active', false],
  ['closed', true],
])(
  'LOT-101 a lot that is %s during an interpretation makes the run a trial run',
  async (_, isActiveBefore) => {
    const imported = await importedRun(test, { seed: (seed += 1) });
    await test.call('tech', 'PUT', `/run/${imported.id}`, await configuration(test.db, imported));
    await setActive(isActiveBefore);
    const { pending } = await test.db.$transaction(
      async (tx) => {
        // Claiming and reading need no lock on the run; storing the results does.
        await tx.$queryRaw`SELECT 1 FROM run WHERE id = ${imported.id}::uuid FOR NO KEY UPDATE`;
        const waits = test.call('tech', 'POST', `/run/${imported.id}/interpret`);
        await expect.poll(() => isLockAwaited(test.db)).toBe(true);
        await setActive(!isActiveBefore);
        return { pending: waits };
      },
      { timeout: 30_000 },
    );
    const answer = await pending;
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await now(imported)).toMatchObject({ isTrial: true, trialLots: [{ name: LOT }] });
  },
);

it('LOT-101 one inactive lot of several makes the run a trial run, and is the only one named', async () => {
  const { kitVersionId } = await lotNow();
  const lot = { name: 'SECOND', active: true, expirationDate: '2999-01-01' };
  const made = await test.call('quality', 'POST', `/lots/version/${kitVersionId}`, lot);
  expect(made.statusCode, made.body).toBe(200);
  const imported = await importedRun(test, { seed: (seed += 1) });
  const set = await configuration(test.db, imported);
  const { id } = await test.db.lot.findFirstOrThrow({ where: { name: 'SECOND' } });
  const kits = set.kits?.map((kit) => ({ ...kit, lots: [...kit.lots, { id }] }));
  const wells = withWells(set, (position) => (position === 'A1' ? {} : { lot: { id } }));
  await interpretedAs(test, imported, { ...wells, kits });
  expect(await now(imported)).toMatchObject({ isTrial: true, trialLots: [{ name: LOT }] });
});

it('LOT-106 a waiting trial run is marked on the dashboard, other runs are not', async () => {
  const trial = await waiting();
  await setActive(true);
  const other = await waiting();
  const today = new Date().toISOString();
  const answer = await test.call('physician', 'GET', `/dashboard?today=${today}`);
  const { waiting: waits } = dashboardCalls.read.answer.parse(answer.json());
  expect(waits?.lines.map(({ runId, isTrial }) => [runId, isTrial])).toEqual(
    expect.arrayContaining([
      [trial.id, true],
      [other.id, false],
    ]),
  );
});

it('LOT-103 the uses of a lot list trial runs among all runs', async () => {
  const { kitVersionId } = await lotNow();
  const useOf = async () => {
    const answer = await test.call('quality', 'GET', `/lots/version/${kitVersionId}/search?search=${LOT}`);
    const use = lotCalls.search.answer.parse(answer.json()).content[0]?.use;
    return { runs: use?.runs ?? 0, trialRuns: use?.trialRuns ?? 0 };
  };
  const before = await useOf();
  await fresh();
  await setActive(true);
  await fresh();
  expect(await useOf()).toEqual({ runs: before.runs + 2, trialRuns: before.trialRuns + 1 });
});

it('LOT-104 controls of a trial run are not in the control charts', async () => {
  const readings = (run: Run) => test.db.controlReading.count({ where: { runId: run.id } });
  const trial = await fresh();
  expect(await readings(trial)).toBe(0);
  await setActive(true);
  expect(await readings(await reinterpret(trial))).toBe(1);
  await setActive(false);
  expect(await readings(await reinterpret(trial))).toBe(0);
});

describe('a trial run that waits for approval', () => {
  it('DECIDE-51 cannot be approved, for the stated reason, and can be rejected', async () => {
    const run = await waiting();
    const answer = await decide(test, run.id);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'illegal-transition', message: NOT_APPROVED });
    // Also once its lot is active.
    await setActive(true);
    expect((await decide(test, run.id)).json()).toMatchObject({ message: NOT_APPROVED });
    expect(await now(run)).toMatchObject({ status: 'WAIT_FOR_APPROVAL' });
    expect((await decide(test, run.id, { status: 'REJECTED' })).json()).toMatchObject({ status: 'REJECTED' });
  });

  it('DECIDE-54 has a check that shows every doubt and requires no answers', async () => {
    const run = await waiting();
    const answer = await test.call('physician', 'GET', `/run/${run.id}/check?decision=approve`);
    const check = runCheckSchema.parse(answer.json());
    expect(new Set(Object.values(check.demands))).toEqual(new Set(['note']));
    const submitted = await test.call('physician', 'GET', `/run/${run.id}/check?decision=submit`);
    expect(check.doubts).toEqual(runCheckSchema.parse(submitted.json()).doubts);
    const { laboratoryId } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'tech' } });
    const where = { id: laboratoryId ?? '' };
    await test.db.laboratory.update({ where, data: { rules: { submit: { kitStatus: 'confirm' } } } });
    const response = await test.call('physician', 'GET', `/run/${(await fresh()).id}/check?decision=submit`);
    expect(runCheckSchema.parse(response.json()).demands.kitStatus).toBe('confirm');
    await test.db.laboratory.update({ where, data: { rules: {} } });
    // Runs on an active lot have stricter rules.
    expect(Object.values(run.rules.approve)).toContain('confirm');
  });

  it('DECIDE-53 is signed with its trial lots when it is rejected; other records have none', async () => {
    const run = await waiting();
    await decide(test, run.id, { status: 'REJECTED' });
    const { id } = await lotNow();
    const recordOf = async ({ id: runId }: Run) =>
      decisionRecordSchema.parse(await readRecord(test.db, runId)).run;
    expect((await recordOf(run)).trialLotIds).toEqual([id]);
    const state = await test.call('tech', 'GET', `/run/${run.id}/record`);
    expect(state.json()).toMatchObject({ state: 'unchanged' });
    await withoutRules(test.db, (tx) => tx.run.update({ where: { id: run.id }, data: { trialLotIds: [] } }));
    expect((await test.call('tech', 'GET', `/run/${run.id}/record`)).json()).toMatchObject({
      state: 'changed',
    });
    await setActive(true);
    const approved = await approvedRun(test, { seed: (seed += 1) });
    expect(await recordOf(approved)).not.toHaveProperty('trialLotIds');
  });
});

describe('exports of a trial run', () => {
  it('LOT-108 exclude results for other systems, in any format', async () => {
    const run = await waiting();
    for (const format of resultFormatSchema.options) {
      const answer = await test.call('tech', 'POST', `/run/export/${run.id}/results`, { format });
      expect(answer.statusCode, format).toBe(409);
      expect(answer.json(), format).toMatchObject({
        code: 'illegal-transition',
        message: `Trial lot ${LOT}: the results of this run do not go to other systems.`,
      });
    }
  });

  it('LOT-107 state on every page of a report and in every row of a table that it is not for patients', async () => {
    const run = await fresh();
    const exported = (format: string, more: object = {}) =>
      test.call('tech', 'POST', `/run/export/${run.id}`, { format, ...more });
    for (const isExportAsPlate of [false, true]) {
      const { rawPayload } = await exported('PDF', { isExportAsPlate });
      const document = await getDocumentProxy(new Uint8Array(rawPayload));
      const { text: pages } = await extractText(document, { mergePages: false });
      // The notice is in the head and in the foot.
      for (const page of pages) expect(page.split(NOTICE).length).toBeGreaterThan(2);
      if (!isExportAsPlate) expect(pages[0]?.replaceAll(/\s+/g, ' ')).toContain(`${NOTICE}. ${NOT_APPROVED}`);
    }
    const [heads, ...rows] = (await exported('CSV')).body.trimEnd().split('\r\n');
    expect(heads).toMatch(/^\uFEFFNotice;Position;/);
    expect(rows.map((row) => row.split(';')[0])).toEqual(rows.map(() => NOTICE));
    expect(rows.length).toBeGreaterThan(0);
  });

  it('LOT-107 state in every row of each table of a workbook that it is not for patients', async () => {
    const run = await fresh();
    const { rawPayload } = await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'XLSX' });
    const workbook = await openWorkbook(rawPayload);
    for (const name of ['Results', 'Explanations', 'Peaks', 'Rules']) {
      const sheet = workbook.getWorksheet(name);
      const count = (sheet?.rowCount ?? 0) - 1;
      expect(count, name).toBeGreaterThan(0);
      const [head, ...cells] = (sheet?.getRows(1, count + 1) ?? []).map((row) => row.getCell(1).text);
      expect([head, new Set(cells)], name).toEqual(['Notice', new Set([NOTICE])]);
    }
    const facts = (workbook.getWorksheet('Run')?.getRows(2, 5) ?? []).map((row) => row.getCell(2).text);
    expect(facts).toContain(`${NOTICE}. ${NOT_APPROVED}`);
  });

  it('LOT-107 do not state it for other runs', async () => {
    await setActive(true);
    const run = await fresh();
    const { body } = await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'CSV' });
    expect(body).not.toContain('Notice');
    const { rawPayload } = await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'PDF' });
    const document = await getDocumentProxy(new Uint8Array(rawPayload));
    expect((await extractText(document, { mergePages: true })).text).not.toContain('Trial');
  });
});
