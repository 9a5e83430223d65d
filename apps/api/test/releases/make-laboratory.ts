import * as domain from '@curvewell/domain';
import type { ChannelName, Run, RunCheck, SampleType } from '@curvewell/domain';

import { generateCfxXlsx, syntheticRun } from '@curvewell/instruments/generate';

import type { TestApp } from '../create-test-app.ts';
import { configuration, importFiles } from '../run-factory.ts';

const melts = (...temperatures: readonly number[]) =>
  (['FAM', 'TEXAS_RED'] as const).flatMap((channel) =>
    temperatures.map((tm) => ({ channel, tm, amplitude: 1000, width: 0.75 })),
  );
const WELLS = [
  { position: 'A1', name: 'S-1', sampleType: null, melts: melts(55.3) },
  { position: 'A2', name: 'S-2', sampleType: null, melts: melts(55.3, 60.8) },
  { position: 'A3', name: 'S-3', sampleType: null, melts: melts(60.8) },
  { position: 'A4', name: 'NTC', sampleType: null, melts: [] },
  { position: 'B1', name: 'PTC', sampleType: null, melts: melts(55.3, 60.8) },
  { position: 'B2', name: 'STD', sampleType: null, melts: melts(60.8) },
];
const TYPES: Readonly<Record<string, SampleType>> = {
  NTC: 'NEGATIVE_TEST',
  PTC: 'POSITIVE_TEST',
  STD: 'STANDARD',
};

/**
 * Creates runs in every state through the API: with overrides, comments, controls and two channels, and a
 * template.
 */
export async function makeLaboratory(test: TestApp): Promise<void> {
  await imported(test, 1);
  await configured(test, 2);
  await interpreted(test, 3);
  await submitted(test, 4);
  await approved(test, 5, ['FAM', 'TEXAS_RED']);
  await decide(test, await submitted(test, 6), 'REJECTED');
  await archive(test, await approved(test, 7), false);
  await archive(test, await approved(test, 8), true);
  await saveTemplate(test);
}

type Channels = readonly ChannelName[];

/** Few wells and readings, to keep the fixture small. */
async function imported(test: TestApp, seed: number, channels: Channels = ['FAM']): Promise<Run> {
  const files = await generateCfxXlsx(
    syntheticRun({
      wells: WELLS,
      channels,
      plateType: 'RECTANGULAR_96',
      seed,
      phases: ['MELT', 'ANNEAL'],
      noise: 3,
      temperature: { from: 48, to: 68, step: 0.5 },
    }),
  );
  return expectOk(await importFiles(test, { files }));
}

async function configured(test: TestApp, seed: number, channels?: Channels): Promise<Run> {
  const run = await imported(test, seed, channels);
  const saved = await configuration(test.db, run);
  const { id: mutated } = await diagnostic(test, 'HOMOZYGOUS_MUTATED');
  const analyses = saved.analyses?.map(({ channel, wells }) => ({
    channel,
    wells: Object.fromEntries(
      Object.entries(wells).map(([position, well]) => {
        const sampleType = TYPES[well.name ?? ''] ?? 'BLOOD';
        const expectedDiagnostic = sampleType === 'STANDARD' ? { id: mutated } : null;
        return [position, { ...well, sampleType, expectedDiagnostic }];
      }),
    ),
  }));
  return expectOk(await test.call('tech', 'PUT', `/run/${run.id}`, { ...saved, analyses }));
}

async function interpreted(test: TestApp, seed: number, channels?: Channels): Promise<Run> {
  const { id } = await configured(test, seed, channels);
  const run = expectOk(await test.call('tech', 'POST', `/run/${id}/interpret`));
  const { A1, A2 } = run.analyses[0]?.wells ?? {};
  const other = await diagnostic(test, 'HETEROZYGOUS');
  const change = { id: other.id, comment: 'Second peak is clear' };
  expectOk(await test.call('tech', 'PATCH', `/run/${id}/interpreted-wells?wellIds=${A1?.id ?? ''}`, change));
  expectOk(
    await test.call('tech', 'POST', `/run/${id}/well/${A2?.id ?? ''}/comment`, { value: 'Diluted 1:2' }),
  );
  const comment = await test.call('tech', 'POST', `/run/${id}/comment`, { value: 'Second extraction' });
  const [{ id: commentId = '' } = {}] = comment.json<{ id?: string }[]>();
  expectOk(await test.call('tech', 'PUT', `/run/${id}/comment/${commentId}`, { value: 'Third extraction' }));
  return run;
}

async function submitted(test: TestApp, seed: number, channels?: Channels): Promise<Run> {
  const { id } = await interpreted(test, seed, channels);
  return expectOk(await test.call('tech', 'PUT', `/run/${id}/submit`, await answers(test, id, 'submit')));
}

const approved = async (test: TestApp, seed: number, channels?: Channels): Promise<Run> =>
  decide(test, await submitted(test, seed, channels), 'APPROVED');

async function decide(test: TestApp, { id }: Run, status: 'APPROVED' | 'REJECTED'): Promise<Run> {
  const check = await answers(test, id, 'approve');
  const body = check && (status === 'REJECTED' ? { reason: 'Evaporated' } : check);
  return expectOk(await test.call('physician', 'PUT', `/run/${id}/status?status=${status}`, body));
}

/** Complete answers to a check; undefined: the release has no checks. */
async function answers(test: TestApp, runId: string, decision: string): Promise<object | undefined> {
  const answer = await test.call('physician', 'GET', `/run/${runId}/check?decision=${decision}`);
  if (answer.statusCode === 404) return undefined;
  const check = answer.json<RunCheck>();
  return { shown: check.digest, ...domain.allConfirmed(check) };
}

async function archive(test: TestApp, { id }: Run, markAsToDelete: boolean): Promise<void> {
  const answer = await test.call('quality', 'POST', `/run/${id}/archive`, { markAsToDelete });
  if (answer.statusCode !== 204) throw new Error(answer.body);
  await test.work();
}

async function saveTemplate(test: TestApp): Promise<void> {
  const version = await test.db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
  });
  const reactionBuffer = await test.db.reactionBuffer.findFirstOrThrow({ where: { name: 'RB-2' } });
  const of = {
    channel: 'FAM',
    kitVersion: { id: version.id },
    sampleType: 'BLOOD',
    reactionBuffer: { id: reactionBuffer.id },
    expectedDiagnostic: null,
  };
  const wells = ['A1', 'A2', 'A3'].map((position) => ({ position, ...of }));
  expectOk(
    await test.call('tech', 'POST', '/template-well', {
      name: 'Three samples',
      plateType: 'RECTANGULAR_96',
      wells,
    }),
  );
}

const diagnostic = (test: TestApp, diagnosticName: 'HETEROZYGOUS' | 'HOMOZYGOUS_MUTATED') =>
  test.db.diagnosticColor.findFirstOrThrow({ where: { diagnosticName, kit: { name: 'LCT-13910' } } });

function expectOk(answer: Awaited<ReturnType<TestApp['call']>>): Run {
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Run>();
}
