import type { runCalls } from '@curvewell/contracts';
import type { Run } from '@curvewell/domain';
import { generateRdml, syntheticRun } from '@curvewell/instruments/generate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import {
  cfxFile,
  configuration,
  hasSharedFiles,
  importedRun,
  importFiles,
  interpretedRun,
  sharedFile,
  SMALL_PLATE,
  decide,
  submit,
} from '../../../test/run-factory.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const call: TestApp['call'] = (...request) => test.call(...request);

describe('import', () => {
  it('API-09 creates a run from a file, byte for byte, with its wells, curves and an audit entry', async () => {
    const file = await cfxFile();
    const answer = await importFiles(test, { files: [file] });
    expect(answer.statusCode).toBe(200);
    const run = answer.json<Run>();
    expect(run).toMatchObject({
      status: 'RUN_TO_INTERPRET',
      plateType: 'RECTANGULAR_96',
      parsed: true,
      createdByName: 'Tara Holm',
    });
    expect(run.analyses.map(({ channel, phases }) => ({ channel, phases: [...phases].sort() }))).toEqual([
      { channel: 'FAM', phases: ['ANNEAL', 'MELT'] },
    ]);
    expect(Object.keys(run.analyses[0]?.wells ?? {}).sort()).toEqual(['A1', 'A2', 'A3', 'A4']);

    const { sha256 } = await test.db.runFile.findFirstOrThrow({ where: { runId: run.id } });
    const stored = await test.db.blob.findFirstOrThrow({ where: { runId: run.id, sha256 } });
    expect(Buffer.from(stored.content).equals(Buffer.from(file.bytes))).toBe(true);
    const entries = await test.db.auditEvent.findMany({ where: { entityId: run.id } });
    expect(entries.map(({ action }) => action)).toEqual(['run.import']);
  });

  it('numbers runs from 1 in each laboratory, also for concurrent imports', async () => {
    const before = await test.db.run.count({ where: { laboratory: { name: 'Demo laboratory South' } } });
    expect(before).toBe(0);
    const logins = ['tech.south', 'tech.south', 'physician.south'];
    const runs = await Promise.all(logins.map((login, seed) => importedRun(test, { login, seed })));
    expect(runs.map(({ businessId }) => businessId).sort()).toEqual([1, 2, 3]);
  });

  it('IMPORT-12 refuses a damaged file with the place, and stores nothing', async () => {
    const { bytes } = await cfxFile();
    const runsBefore = await test.db.run.count();
    const answer = await importFiles(test, {
      files: [{ name: 'cut.xlsx', bytes: bytes.subarray(0, bytes.length / 2) }],
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'unreadable-file',
      details: { place: { file: 'cut.xlsx' } },
    });
    expect(await test.db.run.count()).toBe(runsBefore);
  });

  it('IMPORT-06 refuses an import without a file, or with more files than the analyser writes', async () => {
    expect((await importFiles(test, { files: [] })).json()).toMatchObject({ code: 'invalid-request' });
    const [document] = await generateRdml(
      syntheticRun({
        wells: SMALL_PLATE,
        channels: ['FAM'],
        phases: ['MELT'],
        plateType: 'RECTANGULAR_96',
        temperature: { from: 45, to: 72, step: 0.5 },
        noise: 3,
        seed: 1,
      }),
    );
    const many = ['a.rdml', 'b.rdml', 'c.rdml'].map((name) => ({ ...document!, name }));
    const answer = await importFiles(test, { analyser: 'RDML / RDES', files: many });
    expect(answer.json()).toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('at most 2') as string,
    });
  });

  it('API-85 lists the laboratory’s own runs with the same file only', async () => {
    const run = await importedRun(test, { seed: 77 });
    const sha256 = run.files[0]?.sha256 ?? '';
    const own = await call('tech', 'GET', `/run/exists?sha256=${sha256}`);
    expect(own.json()).toMatchObject([{ runId: run.id, businessId: run.businessId }]);
    expect((await call('tech.south', 'GET', `/run/exists?sha256=${sha256}`)).json()).toEqual([]);
  });

  it.skipIf(!hasSharedFiles)('reads a real RDML file of a LightCycler 480', async () => {
    const bytes = sharedFile('rdml-lightcycler480-two-product-mix/meltingcurveanalysis.rdml');
    const answer = await importFiles(test, {
      analyser: 'LightCycler 480',
      files: [{ name: 'mix.rdml', bytes }],
    });
    const run = answer.json<Run>();
    expect(run.plateType).toBe('RECTANGULAR_384');
    expect(Object.keys(run.analyses[0]?.wells ?? {})).toHaveLength(50);
  });
});

describe('list', () => {
  it('LIST-05 lists own runs by number, newest first, and finds them by any part of the displayed text', async () => {
    const run = await importedRun(test, { seed: 5 });
    const list = (await call('tech', 'GET', '/run')).json<{ listObjects: Run[]; numberOfObjects: number }>();
    const numbers = list.listObjects.map(({ businessId }) => businessId);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    expect(numbers[0]).toBe(run.businessId);

    const found = await call('tech', 'GET', `/run?search=${encodeURIComponent('to INTERPRET')}`);
    expect(found.json<{ numberOfObjects: number }>().numberOfObjects).toBeGreaterThan(0);
    const nothing = await call('tech', 'GET', `/run?search=${encodeURIComponent('100%_')}`);
    expect(nothing.json()).toMatchObject({ listObjects: [], numberOfObjects: 0 });
  });

  it('LIST-102 filters by status and counts the matches in each, for the caller’s laboratory only', async () => {
    const waiting = await interpretedRun(test, { seed: 31 });
    await submit(test, waiting.id);
    const { submittedAt } = await test.db.run.findUniqueOrThrow({ where: { id: waiting.id } });
    const ask = async (login: string, query: string) =>
      (await call(login, 'GET', `/run?size=100&${query}`)).json<
        ReturnType<typeof runCalls.list.answer.parse>
      >();

    const filtered = await ask('tech', 'status=WAIT_FOR_APPROVAL');
    expect(new Set(filtered.listObjects.map(({ status }) => status))).toEqual(new Set(['WAIT_FOR_APPROVAL']));
    expect(filtered.listObjects.find(({ id }) => id === waiting.id)?.since).toBe(submittedAt?.toISOString());
    expect(filtered.numberOfObjects).toBe(filtered.numberByStatus.WAIT_FOR_APPROVAL);
    const all = await ask('tech', '');
    // The counts ignore the filter by status.
    expect(all.numberByStatus).toEqual(filtered.numberByStatus);
    expect(Object.values(all.numberByStatus).reduce((sum, count) => sum + count)).toBe(all.numberOfObjects);
    const oldest = filtered.listObjects.map(({ since }) => since).sort()[0];
    expect(filtered.oldestWaiting).toBe(oldest);

    const one = await ask('tech', `status=APPROVED&search=${encodeURIComponent(waiting.fileName)}`);
    expect(one.numberByStatus.WAIT_FOR_APPROVAL).toBeGreaterThan(0);
    const elsewhere = await ask('physician.south', 'status=WAIT_FOR_APPROVAL');
    expect(elsewhere).toMatchObject({ listObjects: [], numberOfObjects: 0, oldestWaiting: null });
  });

  it('LIST-19 pages from zero, and refuses an invalid page size or sort column', async () => {
    const page = await call('tech', 'GET', '/run?page=1&size=1');
    expect(page.json<{ listObjects: Run[] }>().listObjects).toHaveLength(1);
    for (const query of [
      'size=101',
      'size=0',
      'page=-1',
      'sort=password',
      'sortDirection=up',
      'status=LOST',
      'unknown=1',
    ]) {
      expect((await call('tech', 'GET', `/run?${query}`)).statusCode, query).toBe(400);
    }
  });

  it('a run of another laboratory is not listed and not found', async () => {
    const run = await importedRun(test, { seed: 6 });
    const list = (await call('physician.south', 'GET', '/run?size=100')).json<{ listObjects: Run[] }>();
    expect(list.listObjects.map(({ id }) => id)).not.toContain(run.id);
    expect((await call('physician.south', 'GET', `/run/${run.id}`)).statusCode).toBe(404);
  });
});

describe('configuration', () => {
  it('API-03 saves kits and wells, and ignores fields that a save may not change', async () => {
    const run = await importedRun(test, { seed: 10 });
    const body = await configuration(test.db, run);
    const other = await test.db.analyser.findUniqueOrThrow({ where: { name: 'RDML / RDES' } });
    const answer = await call('tech', 'PUT', `/run/${run.id}`, {
      ...run,
      ...body,
      // The run would refer to an analyser whose profile cannot read its files.
      analyser: other.id,
      status: 'APPROVED',
      businessId: 999,
      createdByName: 'X',
    });
    expect(answer.statusCode).toBe(200);
    const saved = answer.json<Run>();
    expect(saved).toMatchObject({
      status: 'RUN_TO_INTERPRET',
      businessId: run.businessId,
      analyser: run.analyser,
      createdByName: run.createdByName,
      lotName: '26B0417',
    });
    expect(saved.analyses[0]?.wells['A4']).toMatchObject({
      sampleType: 'NEGATIVE_TEST',
      analyseWell: true,
      lot: { name: '26B0417' },
    });
    expect(saved.usedKitReactionBufferPairs).toMatchObject([
      { kitVersion: { kit: { name: 'LCT-13910' } }, reactionBuffer: { name: 'RB-2' } },
    ]);
  });

  it('a save with an old revision is refused, naming who was first', async () => {
    const run = await importedRun(test, { seed: 11 });
    const body = await configuration(test.db, run);
    expect((await call('physician', 'PUT', `/run/${run.id}`, body)).statusCode).toBe(200);
    const late = await call('tech', 'PUT', `/run/${run.id}`, body);
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: 'stale', details: { by: 'Ingrid Lindqvist' } });
  });

  it('references that do not belong together are refused, and nothing is saved', async () => {
    const run = await importedRun(test, { seed: 12 });
    const body = await configuration(test.db, run);
    const foreignLot = await test.db.lot.findFirstOrThrow({ where: { name: 'MIX-01' } });
    const [kit] = body.kits ?? [];
    const answer = await call('tech', 'PUT', `/run/${run.id}`, {
      ...body,
      kits: [{ ...kit, lots: [{ id: foreignLot.id }] }],
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ issues: [{ path: ['body', 'kits', 0, 'lots'] }] });
    expect((await call('tech', 'GET', `/run/${run.id}`)).json<Run>()).toMatchObject({
      revision: run.revision,
      kits: [],
    });
  });
});

describe('states', () => {
  it('REVIEW-26 REVIEW-28 REVIEW-29 a run is submitted by a technician and approved by a physician, once', async () => {
    const run = await interpretedRun(test, { seed: 20 });
    expect((await call('tech', 'PUT', `/run/${run.id}/status?status=APPROVED`)).statusCode).toBe(403);
    expect((await decide(test, run.id)).statusCode).toBe(409);

    expect((await submit(test, run.id)).json()).toMatchObject({
      status: 'WAIT_FOR_APPROVAL',
      submittedByName: 'Tara Holm',
    });
    const decisions = await Promise.all(
      ['APPROVED', 'REJECTED', 'APPROVED'].map((status) => decide(test, run.id, { status })),
    );
    expect(decisions.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    const decided = await test.db.auditEvent.count({
      where: { entityId: run.id, action: { in: ['run.approve', 'run.reject'] } },
    });
    expect(decided).toBe(1);
  });

  it('REVIEW-30 a physician’s rejection changes a waiting run to REJECTED', async () => {
    const run = await interpretedRun(test, { seed: 22 });
    await submit(test, run.id);
    const reject = (login: string) =>
      call(login, 'PUT', `/run/${run.id}/status?status=REJECTED`, { reason: 'Controls failed' });
    expect((await reject('tech')).statusCode).toBe(403);
    expect((await reject('physician')).json()).toMatchObject({ id: run.id, status: 'REJECTED' });
  });

  it('REVIEW-31 every other status is refused as target', async () => {
    const run = await interpretedRun(test, { seed: 21 });
    for (const status of ['RUN_TO_INTERPRET', 'WAIT_FOR_APPROVAL', 'DONE', '']) {
      expect((await decide(test, run.id, { status })).statusCode, status).toBe(400);
    }
  });

  it('REVIEW-34 any user may delete an uninterpreted run, a physician a waiting one, and nobody else an approved one', async () => {
    const [fresh, waiting] = [
      await importedRun(test, { seed: 22 }),
      await interpretedRun(test, { seed: 23 }),
    ];
    expect((await call('tech', 'DELETE', `/run/${fresh.id}`)).statusCode).toBe(204);
    expect((await call('tech', 'GET', `/run/${fresh.id}`)).statusCode).toBe(404);
    expect(await test.db.runFile.count({ where: { runId: fresh.id } })).toBe(0);

    await submit(test, waiting.id);
    expect((await call('tech', 'DELETE', `/run/${waiting.id}`)).statusCode).toBe(403);
    await decide(test, waiting.id);
    expect((await call('physician', 'DELETE', `/run/${waiting.id}`)).statusCode).toBe(403);
    expect((await call('manager', 'DELETE', `/run/${waiting.id}`)).statusCode).toBe(204);
  });
});

describe('comments', () => {
  it('REVIEW-69 REVIEW-70 REVIEW-71 comments are added to one well, to several, and to the run', async () => {
    const run = await interpretedRun(test, { seed: 30 });
    const [first, second] = Object.values(run.analyses[0]?.wells ?? {});
    const one = await call('tech', 'POST', `/run/${run.id}/well/${first?.id ?? ''}/comment`, {
      value: 'One',
    });
    expect(one.json()).toMatchObject([{ technicianName: 'Tara Holm', value: 'One', own: true }]);
    const both = await call(
      'physician',
      'POST',
      `/run/${run.id}/wells/comment?wellIds=${first?.id ?? ''}&wellIds=${second?.id ?? ''}`,
      { value: 'Both' },
    );
    expect(
      Object.values(both.json<Record<string, unknown[]>>())
        .map((comments) => comments.length)
        .sort(),
    ).toEqual([1, 2]);
    expect((await call('tech', 'POST', `/run/${run.id}/comment`, { value: 'Run' })).json()).toMatchObject([
      { value: 'Run' },
    ]);
    expect((await call('tech', 'POST', `/run/${run.id}/comment`, { value: '   ' })).statusCode).toBe(400);
  });

  it('a comment on wells of another run is refused completely', async () => {
    const [run, other] = [await importedRun(test, { seed: 31 }), await importedRun(test, { seed: 32 })];
    const own = Object.values(run.analyses[0]?.wells ?? {})[0]?.id ?? '';
    const foreign = Object.values(other.analyses[0]?.wells ?? {})[0]?.id ?? '';
    const answer = await call(
      'tech',
      'POST',
      `/run/${run.id}/wells/comment?wellIds=${own}&wellIds=${foreign}`,
      { value: 'x' },
    );
    expect(answer.statusCode).toBe(404);
    expect(await test.db.comment.count({ where: { runId: { in: [run.id, other.id] } } })).toBe(0);
  });

  it('REVIEW-72 only the author edits a comment, and the audit trail keeps the previous text', async () => {
    const run = await importedRun(test, { seed: 33 });
    const [comment] = (await call('tech', 'POST', `/run/${run.id}/comment`, { value: 'First' })).json<
      { id: string }[]
    >();
    const url = `/run/${run.id}/comment/${comment?.id ?? ''}`;
    expect((await call('physician', 'PUT', url, { value: 'Mine' })).statusCode).toBe(403);
    expect((await call('tech', 'PUT', url, { value: 'Second' })).json()).toMatchObject({
      value: 'Second',
      editDateTime: expect.any(String) as string,
    });
    const entry = await test.db.auditEvent.findFirstOrThrow({
      where: { entityId: run.id, action: 'run.comment.edit' },
    });
    expect(entry.details).toMatchObject({ from: 'First', to: 'Second' });
  });

  it('REVIEW-33 a waiting run is commented on by physicians only, a decided one by nobody', async () => {
    const run = await interpretedRun(test, { seed: 34 });
    await submit(test, run.id);
    expect((await call('tech', 'POST', `/run/${run.id}/comment`, { value: 'x' })).statusCode).toBe(403);
    expect((await call('physician', 'POST', `/run/${run.id}/comment`, { value: 'x' })).statusCode).toBe(200);
    await decide(test, run.id, { status: 'REJECTED' });
    expect((await call('physician', 'POST', `/run/${run.id}/comment`, { value: 'x' })).statusCode).toBe(409);
  });
});

describe('search index', () => {
  it('API-20 only a super administrator rebuilds it', async () => {
    expect((await call('physician', 'POST', '/run/reindex-elasticsearch')).statusCode).toBe(403);
    const all = await test.db.run.count();
    expect((await call('super', 'POST', '/run/reindex-elasticsearch')).json()).toEqual({ runs: all });
  });
});
