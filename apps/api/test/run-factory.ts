import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { UpdateRun } from '@curvewell/contracts';
import {
  allConfirmed,
  type ChannelName,
  type ChartWell,
  type PlateType,
  type Run,
  type RunCheck,
} from '@curvewell/domain';
import { generateCfxXlsx, syntheticRun, type SyntheticWell } from '@curvewell/instruments/generate';

import type { Db } from '../src/database/db.ts';
import { fitOfRows } from '../src/features/runs/index.ts';
import { multipart } from './multipart.ts';
import type { TestApp } from './create-test-app.ts';

/** The folder of real instrument files, on machines that have it; they are not part of the project. */
export const SHARED = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
export const hasSharedFiles = existsSync(SHARED);
export const sharedFile = (path: string): Uint8Array => readFileSync(`${SHARED}${path}`);

/** A small plate with known results: wild type, heterozygous, mutated, empty. */
export const SMALL_PLATE: readonly SyntheticWell[] = [
  { position: 'A1', name: 'S-1', sampleType: null, melts: melts('FAM', 55.3) },
  { position: 'A2', name: 'S-2', sampleType: null, melts: melts('FAM', 55.3, 60.8) },
  { position: 'A3', name: 'S-3', sampleType: null, melts: melts('FAM', 60.8) },
  { position: 'A4', name: 'NTC', sampleType: null, melts: [] },
];

function melts(channel: ChannelName, ...temperatures: readonly number[]): SyntheticWell['melts'] {
  return temperatures.map((tm) => ({ channel, tm, amplitude: 1000, width: 0.75 }));
}

interface CfxOptions {
  readonly wells?: readonly SyntheticWell[];
  readonly channels?: readonly ChannelName[];
  readonly plateType?: PlateType;
  readonly seed?: number;
}
type NamedFile = Awaited<ReturnType<typeof generateCfxXlsx>>[number];

/** Files that tests of this process have asked for, by their options. */
const made = new Map<string, Promise<NamedFile>>();

/** A workbook in the format of a Bio-Rad analyser. Equal options give equal bytes. */
export async function cfxFile(options: CfxOptions = {}): Promise<NamedFile> {
  const { wells, channels, plateType, seed } = options;
  const key = JSON.stringify([wells, channels, plateType, seed]);
  const file = made.get(key) ?? makeCfxFile(options);
  made.set(key, file);
  const { name, bytes } = await file;
  // Some tests damage what they get.
  return { name, bytes: bytes.slice() };
}

async function makeCfxFile({
  wells = SMALL_PLATE,
  channels = ['FAM'],
  plateType = 'RECTANGULAR_96',
  seed = 1,
}: CfxOptions): Promise<NamedFile> {
  const [file] = await generateCfxXlsx(
    syntheticRun({
      wells,
      channels,
      plateType,
      seed,
      phases: ['MELT', 'ANNEAL'],
      temperature: { from: 45, to: 72, step: 0.2 },
      noise: 3,
    }),
  );
  if (file === undefined) throw new Error('the generator wrote no file');
  return file;
}

interface Upload {
  readonly login?: string;
  readonly analyser?: string;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** The request that imports files for an analyser. */
export async function uploadOf(
  { db, signIn }: TestApp,
  { login = 'tech', analyser = 'Bio-Rad CFX96', files }: Upload,
) {
  const { id } = await db.analyser.findUniqueOrThrow({ where: { name: analyser } });
  const form = multipart(
    files.map((file) => ({ field: 'files', ...file })),
    [['analyser', JSON.stringify({ id })]],
  );
  return {
    method: 'POST',
    url: '/api/run/createRun',
    headers: { ...(await signIn(login)), ...form.headers },
    payload: form.payload,
  } as const;
}

/** Imports files for an analyser and returns the response. */
export async function importFiles(test: TestApp, upload: Upload) {
  return test.app.inject(await uploadOf(test, upload));
}

interface RunOptions extends CfxOptions {
  readonly login?: string;
  readonly analyser?: string;
}

/** An imported run. */
export async function importedRun(testApp: TestApp, options: RunOptions = {}): Promise<Run> {
  const answer = await importFiles(testApp, { ...options, files: [await cfxFile(options)] });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Run>();
}

/**
 * The body of steps 1 and 2: every well a blood sample of the kit LCT-13910, the last one a negative control.
 */
export async function configuration(db: Db, run: Run): Promise<UpdateRun> {
  const version = await db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
    include: { lots: { where: { name: '26B0417' } } },
  });
  const reactionBuffer = await db.reactionBuffer.findFirstOrThrow({ where: { name: 'RB-2' } });
  const kitVersion = { id: version.id };
  const lots = version.lots.map(({ id }) => ({ id }));
  // Confirms that the kit reads a second channel, which runs of one channel lack.
  const findings = await fitOfRows(db, {
    run: { analyserId: run.analyser, plateType: run.plateType, importReport: run.importReport },
    places: [{ kitVersionId: version.id, reactionBufferId: reactionBuffer.id }],
  });
  return {
    revision: run.revision,
    kits: [{ kitVersion, reactionBuffer: { id: reactionBuffer.id }, lots }],
    confirmedFit: findings.flat().map(({ key }) => key),
    analyses: run.analyses.map(({ channel, wells }) => ({
      channel,
      wells: Object.fromEntries(
        Object.values(wells).map((well) => [
          well.position,
          {
            name: well.name,
            sampleType: well.name === 'NTC' ? ('NEGATIVE_TEST' as const) : ('BLOOD' as const),
            kitVersion,
            lot: lots[0] ?? null,
            reactionBuffer: { id: reactionBuffer.id },
            expectedDiagnostic: null,
          },
        ]),
      ),
    })),
  };
}

type SetWell = NonNullable<UpdateRun['analyses']>[number]['wells'][string];

/** The body of steps 1 and 2 with other settings for some wells. */
export const withWells = (
  body: UpdateRun,
  settingsOf: (position: string, well: SetWell) => Partial<SetWell>,
): UpdateRun => ({
  ...body,
  analyses: body.analyses?.map((analysis) => ({
    ...analysis,
    wells: Object.fromEntries(
      Object.entries(analysis.wells).map(([position, well]) => [
        position,
        { ...well, ...settingsOf(position, well) },
      ]),
    ),
  })),
});

/** Saves steps 1 and 2 of an imported run and interprets it. @throws Error if either is refused */
export async function interpretedAs(
  { call }: TestApp,
  { id }: Run,
  body: UpdateRun,
  login = 'tech',
): Promise<Run> {
  const saved = await call(login, 'PUT', `/run/${id}`, body);
  if (saved.statusCode !== 200) throw new Error(saved.body);
  const answer = await call(login, 'POST', `/run/${id}/interpret`);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Run>();
}

/** An imported, configured and interpreted run. */
export async function interpretedRun(testApp: TestApp, options: RunOptions = {}): Promise<Run> {
  const run = await importedRun(testApp, options);
  return interpretedAs(testApp, run, await configuration(testApp.db, run), options.login);
}

/** Complete answers to everything that a check requires. */
async function answers(
  { call }: TestApp,
  runId: string,
  { login, decision }: { login: string; decision: string },
) {
  const answer = await call(login, 'GET', `/run/${runId}/check?decision=${decision}`);
  const check = answer.json<RunCheck>();
  return { shown: check.digest, ...allConfirmed(check) };
}

/** The results of wells as a page shows them: each with the time of its last diagnostic. */
export async function shownResults(test: TestApp, runId: string, wellIds: readonly string[]) {
  const chart = (await test.call('tech', 'GET', `/run/${runId}/chart`)).json<ChartWell[]>();
  const { analyses } = (await test.call('tech', 'GET', `/run/${runId}`)).json<Run>();
  const wells = analyses.flatMap((analysis) => Object.values(analysis.wells));
  return wellIds.map((wellId) => {
    const suggested = chart.find((well) => well.wellId === wellId)?.interpretedWellDiagnostics ?? [];
    const overrides = wells.find(({ id }) => id === wellId)?.updatedDiagnostics ?? [];
    return { wellId, at: [...suggested, ...overrides].at(-1)?.at ?? '' };
  });
}

/** Submits a run after reading its check. */
export async function submit(test: TestApp, runId: string, login = 'tech') {
  const body = await answers(test, runId, { login, decision: 'submit' });
  return test.call(login, 'PUT', `/run/${runId}/submit`, body);
}

/** Approves or rejects a run after reading its check. */
export async function decide(
  test: TestApp,
  runId: string,
  { login = 'physician', status = 'APPROVED' }: { login?: string; status?: string } = {},
) {
  const body =
    status === 'REJECTED'
      ? { reason: 'Controls failed' }
      : await answers(test, runId, { login, decision: 'approve' });
  return test.call(login, 'PUT', `/run/${runId}/status?status=${status}`, body);
}

/** An interpreted, submitted and approved run. */
export async function approvedRun(test: TestApp, options: RunOptions = {}): Promise<Run> {
  const run = await interpretedRun(test, options);
  await submit(test, run.id);
  return (await decide(test, run.id)).json<Run>();
}
