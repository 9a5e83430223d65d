import { analyserProfileSchema, type Run } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { multipart } from '../../../../test/multipart.ts';
import { cfxFile, configuration, importedRun } from '../../../../test/run-factory.ts';

let test: TestApp;
/** An analyser that reads the same files as the one of the runs. */
let otherAnalyser: string;
let kitId: string;
beforeAll(async () => {
  test = await createTestApp();
  kitId = (await test.db.kit.findFirstOrThrow({ where: { name: 'LCT-13910' } })).id;
  const { profile } = await test.db.analyser.findUniqueOrThrow({ where: { name: 'Bio-Rad CFX96' } });
  const copy = { ...analyserProfileSchema.parse(profile), id: 'other-cfx', name: 'Other CFX' };
  const answer = await test.call('super', 'POST', '/analysers', { profile: copy });
  otherAnalyser = answer.json<{ id: string }>().id;
});
afterAll(() => test.close());

type File = Awaited<ReturnType<typeof cfxFile>>;

async function setAcquisitions(
  run: Run,
  {
    login = 'tech',
    analyser = run.analyser,
    files = [],
    revision,
  }: {
    readonly login?: string;
    readonly analyser?: string;
    readonly files?: readonly File[];
    readonly revision?: number;
  },
) {
  const form = multipart(
    files.map((file) => ({ field: 'files', ...file })),
    [
      ['analyser', JSON.stringify({ id: analyser })],
      ['kitIds', kitId],
      ...(revision === undefined ? [] : [['revision', String(revision)] as const]),
    ],
  );
  return test.app.inject({
    method: 'POST',
    url: `/api/run/acquisitions/${run.id}`,
    headers: { ...(await test.signIn(login)), ...form.headers },
    payload: form.payload,
  });
}

const stored = async ({ id }: Run) => (await test.call('tech', 'GET', `/run/${id}`)).json<Run>();
const channelsOf = ({ analyses }: Run) => analyses.map(({ channel }) => channel).sort();
const twoChannels = (seed: number) => cfxFile({ channels: ['FAM', 'TEXAS_RED'], seed });

describe('two users who change the files or the analyser of a run', () => {
  // The curves of the previous file used to be stored with the new one.
  it('concurrently: one succeeds, the other is refused, and curves match the files', async () => {
    const run = await importedRun(test, { seed: 101 });
    const file = await twoChannels(102);
    const answers = await Promise.all([
      setAcquisitions(run, { files: [file] }),
      setAcquisitions(run, { login: 'physician', analyser: otherAnalyser }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'stale',
      details: { by: expect.stringMatching(/Tara Holm|Ingrid Lindqvist/) as string },
    });
    const after = await stored(run);
    const isNewFile = after.files[0]?.sha256 !== run.files[0]?.sha256;
    expect(channelsOf(after)).toEqual(isNewFile ? ['FAM', 'TEXAS_RED'] : ['FAM']);
    expect(after.analyser).toBe(isNewFile ? run.analyser : otherAnalyser);
    expect(after.revision).toBe(run.revision + 1);
  });

  it('one after the other: an old revision is refused, and nothing is changed', async () => {
    const run = await importedRun(test, { seed: 103 });
    const { revision } = run;
    expect((await setAcquisitions(run, { analyser: otherAnalyser, revision })).statusCode).toBe(200);
    const late = await setAcquisitions(run, { files: [await twoChannels(104)], revision });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: 'stale' });
    expect(await stored(run)).toMatchObject({ files: run.files, analyser: otherAnalyser });
  });
});

describe('a run with set wells', () => {
  async function configured(seed: number): Promise<Run> {
    const run = await importedRun(test, { seed });
    const body = await configuration(test.db, run);
    const saved = (await test.call('tech', 'PUT', `/run/${run.id}`, body)).json<Run>();
    const well = saved.analyses[0]?.wells['A1']?.id ?? '';
    await test.call('tech', 'POST', `/run/${run.id}/well/${well}/comment`, { value: 'Pipetted twice.' });
    return stored(run);
  }

  // Kit, lot and comments used to be lost.
  it('keeps them and their comments when another analyser reads the same files', async () => {
    const run = await configured(105);
    const {
      analyser: _,
      revision,
      ...answer
    } = (await setAcquisitions(run, { analyser: otherAnalyser })).json<Run>();
    expect(revision).toBe(run.revision + 1);
    expect(answer.analyses).toEqual(run.analyses);
    expect(run.importReport.profile).toEqual({ id: 'bio-rad-cfx96', version: 1 });
    expect(answer.importReport.profile).toEqual({ id: 'other-cfx', version: 1 });
    expect(answer.usedKitReactionBufferPairs).toEqual(run.usedKitReactionBufferPairs);
  });

  it('has only the channels that the other analyser finds in the files', async () => {
    const profiles = await test.db.analyser.findUniqueOrThrow({ where: { id: otherAnalyser } });
    const profile = analyserProfileSchema.parse(profiles.profile);
    const famOnly = {
      ...profile,
      id: 'fam-only',
      name: 'FAM only',
      channelAliases: profile.channelAliases.filter(({ channel }) => channel === 'FAM'),
    };
    const { id } = (await test.call('super', 'POST', '/analysers', { profile: famOnly })).json<{
      id: string;
    }>();
    const run = await importedRun(test, { seed: 106 });
    const both = (await setAcquisitions(run, { files: [await twoChannels(107)] })).json<Run>();
    expect(channelsOf(both)).toEqual(['FAM', 'TEXAS_RED']);
    expect(channelsOf((await setAcquisitions(run, { analyser: id })).json<Run>())).toEqual(['FAM']);
  });

  // The list used to keep the name of a kit that no well used.
  it('has unset wells and no kit after its files are replaced', async () => {
    const run = await configured(108);
    const answer = (await setAcquisitions(run, { files: [await twoChannels(109)] })).json<Run>();
    const wells = answer.analyses.flatMap(({ wells }) => Object.values(wells));
    expect(wells.filter(({ analyseWell, kitVersion, lot }) => analyseWell || kitVersion || lot)).toEqual([]);
    expect(answer.usedKitReactionBufferPairs).toEqual([]);
  });
});
