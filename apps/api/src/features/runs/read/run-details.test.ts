import { runCalls } from '@curvewell/contracts';
import { runSchema, type Comment, type Run } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { configuration, importedRun, interpretedRun } from '../../../../test/run-factory.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const read = async ({ id }: Run): Promise<unknown> => (await test.call('tech', 'GET', `/run/${id}`)).json();

it('API-124 an imported run has exactly the fields of the contract', async () => {
  const run = await read(await importedRun(test, { seed: 1 }));
  expect(runSchema.parse(run)).toEqual(run);
  expect(run).toMatchObject({
    kits: [],
    comments: [],
    acts: { interpreted: null },
    analyses: [
      {
        wells: {
          A1: { analyseWell: false, kitVersion: null, lot: null, expectedDiagnostic: null, score: null },
        },
      },
    ],
  });
});

it('API-124 a run with every kind of change has exactly the fields of the contract', async () => {
  const imported = await importedRun(test, { seed: 2 });
  const expected = await test.db.diagnosticColor.findFirstOrThrow({
    where: { diagnosticName: 'HETEROZYGOUS', kit: { name: 'LCT-13910' } },
  });
  const body = await configuration(test.db, imported);
  const [analysis] = body.analyses ?? [];
  const a2 = analysis?.wells['A2'];
  if (analysis === undefined || a2 === undefined) throw new Error('the plate has a well A2');
  const standard = { ...a2, sampleType: 'STANDARD' as const, expectedDiagnostic: { id: expected.id } };
  const analyses = [{ ...analysis, wells: { ...analysis.wells, A2: standard } }];
  await test.call('tech', 'PUT', `/run/${imported.id}`, { ...body, analyses });
  await test.call('tech', 'POST', `/run/${imported.id}/interpret`);
  const wellId = imported.analyses[0]?.wells['A1']?.id ?? '';
  const url = `/run/${imported.id}`;
  await test.call('physician', 'POST', `${url}/comment`, { value: 'Of the run.' });
  const added = await test.call('tech', 'POST', `${url}/well/${wellId}/comment`, { value: 'Of a well.' });
  const [{ id: commentId }] = added.json<[Comment]>();
  const edited = await test.call('tech', 'PUT', `${url}/comment/${commentId}`, { value: 'Of the well.' });
  await test.call('tech', 'PATCH', `${url}/interpreted-wells?wellIds=${wellId}`, {
    id: expected.id,
    comment: 'Repeat agrees',
  });

  const run = await read(imported);
  expect(runSchema.parse(run)).toEqual(run);
  expect(edited.json()).toMatchObject({ value: 'Of the well.', own: true });
  expect(run).toMatchObject({
    lotName: '26B0417',
    usedKitReactionBufferPairs: [{ kitVersion: { version: 'v2' }, reactionBuffer: { name: 'RB-2' } }],
    kits: [
      {
        kitVersion: { version: 'v2', kit: { name: 'LCT-13910' } },
        reactionBuffer: { name: 'RB-2' },
        lots: [{ name: '26B0417', expirationDate: '2027-03-31' }],
        channelAssignments: [{ channel: 'FAM' }, { channel: 'TEXAS_RED' }],
      },
    ],
    comments: [{ value: 'Of the run.', own: false, editDateTime: null }],
    acts: { imported: { name: 'Tara Holm' }, interpreted: { name: 'Tara Holm' }, submitted: null },
    analyses: [
      {
        channel: 'FAM',
        wells: {
          A1: {
            comments: [edited.json()],
            updatedDiagnostics: [{ diagnosticColor: { diagnostic: { name: 'HETEROZYGOUS' } } }],
            lot: { name: '26B0417', expirationDate: '2027-03-31' },
          },
          A2: {
            sampleType: 'STANDARD',
            expectedDiagnostic: { diagnostic: { name: 'HETEROZYGOUS', label: 'Heterozygous' } },
            res: 'HETEROZYGOUS',
            comments: [],
            updatedDiagnostics: [],
          },
        },
      },
    ],
  });
});

it('API-124 a list of runs has exactly the fields of the contract', async () => {
  await interpretedRun(test, { seed: 4 });
  await importedRun(test, { seed: 5 });
  const page = (await test.call('tech', 'GET', '/run')).json<{ listObjects: Run[] }>();
  expect(page.listObjects.map(({ parsed, lotName }) => [parsed, lotName])).toEqual(
    expect.arrayContaining([
      [true, null],
      [true, '26B0417'],
    ]),
  );
  expect(runCalls.list.answer.parse(page)).toEqual(page);
});

it('API-124 a run of another laboratory is not found', async () => {
  const run = await interpretedRun(test, { seed: 3 });
  expect((await test.call('tech.south', 'GET', `/run/${run.id}`)).statusCode).toBe(404);
});
