import type { UpdateRun } from '@curvewell/contracts';
import {
  allConfirmed,
  platePositions,
  type Analyser,
  type ChannelName,
  type CheckedDecision,
  type DiagnosticColor,
  type Kit,
  type KitFit,
  type KitVersion,
  type PlateType,
  type Run,
  type RunCheck,
  type RunDecision,
  type SampleType,
} from '@curvewell/domain';
import { generateCfxXlsx, syntheticRun, type SyntheticWell } from '@curvewell/instruments/generate';

import { apiOf, type Api } from './api.ts';
import { demoUser } from './demo-users.ts';

/** The analyser for each plate type. */
const ANALYSERS = {
  RECTANGULAR_96: 'Bio-Rad CFX96',
  RECTANGULAR_384: 'Bio-Rad CFX384',
} as const satisfies Record<PlateType, string>;
/** The kit of made runs, with the diagnostic of each pattern of peaks in FAM. */
export const MADE_KIT = { name: 'LCT-13910', version: 'v2', lot: '26B0417', reactionBuffer: 'RB-2' } as const;

interface Content {
  readonly fam: readonly number[];
  readonly red: readonly number[];
  readonly sampleType: SampleType;
  /** Loss of fluorescence on melting in each channel; 1000 by default. */
  readonly amplitude?: number;
  /** The share of each product in FAM; equal by default. */
  readonly parts?: readonly number[];
}

/** The content of a made well, which determines its FAM call; TEXAS_RED is always wild type. */
const CONTENTS = {
  wild: { fam: [55.3], red: [58.6], sampleType: 'BLOOD' },
  heterozygous: { fam: [55.3, 60.8], red: [58.6], sampleType: 'BLOOD' },
  mutated: { fam: [60.8], red: [58.6], sampleType: 'DNA' },
  positive: { fam: [55.3, 60.8], red: [58.6], sampleType: 'POSITIVE_TEST' },
  /** A product just too small to count. */
  weak: { fam: [55.3], red: [58.6], sampleType: 'BLOOD', amplitude: 130 },
  /** A product just large enough to count. */
  near: { fam: [55.3], red: [58.6], sampleType: 'BLOOD', amplitude: 190 },
  /** Melts outside all zones, above the default range of made files. */
  outside: { fam: [82.8], red: [82.8], sampleType: 'BLOOD' },
  /** A negative control without a melt. */
  negative: { fam: [], red: [], sampleType: 'NEGATIVE_TEST' },
  /** A negative control with a product, which therefore fails. */
  contaminated: { fam: [55.3], red: [], sampleType: 'NEGATIVE_TEST' },
  /** A wild type with a shoulder in the zone of the mutated one, as a standard and as a sample. */
  shoulderedStandard: { fam: [55.3, 60.8], red: [58.6], sampleType: 'STANDARD', parts: [0.77, 0.23] },
  shouldered: { fam: [55.3, 60.8], red: [58.6], sampleType: 'BLOOD', parts: [0.77, 0.23] },
  /** A standard with an unexpected result: not wild type. */
  wrongStandard: { fam: [55.3, 60.8], red: [58.6], sampleType: 'STANDARD' },
} as const satisfies Record<string, Content>;
/** The expected result of every made standard. */
const STANDARD_SHOWS = 'HOMOZYGOUS_WILD_TYPE';
export type WellContent = keyof typeof CONTENTS;

export interface MadeWell {
  readonly position: string;
  readonly name: string;
  readonly content: WellContent;
}

type MadeState =
  | 'imported'
  | 'configured'
  | 'interpreted'
  | 'submitted'
  | 'approved'
  | 'rejected'
  | 'archived';

export interface RunOptions {
  /** The state to bring the run to. */
  readonly state: MadeState;
  /** By default eight wells with each content once or twice. */
  readonly wells?: readonly MadeWell[] | 'full' | undefined;
  readonly plateType?: PlateType | undefined;
  readonly channels?: readonly ChannelName[] | undefined;
  readonly plateId?: string | undefined;
  /** By default the analyser's. */
  readonly fileName?: string | undefined;
  /** Temperature range of the readings, °C; covers all zones of the kit by default. */
  readonly read?: { readonly from: number; readonly to: number } | undefined;
  /** Temperature offset of the analyser, °C. */
  readonly shift?: number | undefined;
  /** A version of the kit and its lot; by default those of made runs. */
  readonly kit?: { readonly version: string; readonly lot: string } | undefined;
  /** Of the noise of the readings; by default it differs from run to run. */
  readonly seed?: number | undefined;
  /** The run date in the file; 15-01-2026 by default. */
  readonly ranAt?: string | undefined;
}

/** A1 to A8 of every made run by default. */
export const MADE_WELLS: readonly MadeWell[] = (
  ['wild', 'wild', 'heterozygous', 'heterozygous', 'mutated', 'positive', 'negative', 'contaminated'] as const
).map((content, index) => ({ position: `A${index + 1}`, name: `S-${index + 1}`, content }));

/** A plate full of samples, with a positive and a negative control at the end. */
function fullPlate(plateType: PlateType): MadeWell[] {
  const positions = platePositions(plateType);
  const samples = ['wild', 'heterozygous', 'mutated', 'heterozygous'] as const;
  return positions.map((position, index) => {
    const content =
      index === positions.length - 1
        ? 'negative'
        : index === positions.length - 2
          ? 'positive'
          : (samples[index % samples.length] ?? 'wild');
    return { position, name: `S-${index + 1}`, content };
  });
}

function wellsOf({
  wells = MADE_WELLS,
  plateType = 'RECTANGULAR_96',
}: Pick<RunOptions, 'wells' | 'plateType'>) {
  return wells === 'full' ? fullPlate(plateType) : wells;
}

let runsMade = 0;
/** Few noise seeds: with many, a control is outside three standard deviations of the others by chance. */
const NOISE_SEEDS = 5;

/** Creates a run through the API, as the page would, up to the state where a journey starts. */
export async function makeRun(address: string, options: RunOptions): Promise<Run> {
  const technician = await apiOf(address, demoUser.technician);
  const wells = wellsOf(options);
  const run = await importRun(technician, { ...options, wells });
  if (options.state === 'imported') return run;
  await technician<Run>('PUT', `/run/${run.id}`, await configuration(technician, run, { ...options, wells }));
  if (options.state !== 'configured') await technician('POST', `/run/${run.id}/interpret`);
  if (options.state !== 'configured' && options.state !== 'interpreted') await submitRun(technician, run);
  if (options.state === 'approved' || options.state === 'rejected' || options.state === 'archived') {
    const physician = await apiOf(address, demoUser.physician);
    await decideRun(physician, run, options.state === 'rejected' ? 'REJECTED' : 'APPROVED');
    if (options.state === 'archived') {
      await physician('POST', `/run/${run.id}/archive`, { markAsToDelete: false });
      await archived(physician, run);
      return run;
    }
  }
  return technician<Run>('GET', `/run/${run.id}`);
}

type RunId = Pick<Run, 'id'>;

/** Answers everything that a check requires. */
async function answers(api: Api, { id }: RunId, decision: CheckedDecision) {
  const check = await api<RunCheck>('GET', `/run/${id}/check?decision=${decision}`);
  return { shown: check.digest, ...allConfirmed(check) };
}

/** Submits a run, with the answers that its check requires. */
export async function submitRun(api: Api, run: RunId): Promise<void> {
  await api('PUT', `/run/${run.id}/submit`, await answers(api, run, 'submit'));
}

/** Approves or rejects a run, with the answers that its check requires. */
export async function decideRun(api: Api, run: RunId, status: RunDecision): Promise<void> {
  const body = status === 'REJECTED' ? { reason: 'Controls failed' } : await answers(api, run, 'approve');
  await api('PUT', `/run/${run.id}/status?status=${status}`, body);
}

/** Waits until a run is archived, which happens in the background. */
async function archived(api: Api, { businessId }: Run): Promise<void> {
  const search = { searchCriteria: [], size: 100 };
  for (;;) {
    const { values } = await api<{ values: Run[] }>('POST', '/archive/runs/search', search);
    if (values.some((run) => run.businessId === businessId)) return;
  }
}

/** The file that a Bio-Rad analyser would write for these wells. */
export async function madeFile({
  wells,
  plateType = 'RECTANGULAR_96',
  channels = ['FAM', 'TEXAS_RED'],
  read = { from: 45, to: 72 },
  ranAt,
  shift = 0,
  seed,
}: Omit<RunOptions, 'state'>): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  runsMade += 1;
  // No two files have the same bytes, and the melting temperatures do not change.
  const brightness = 1 + ((Date.now() % 1e6) + runsMade) / 1e9;
  const [file] = await generateCfxXlsx(
    syntheticRun({
      wells: wellsOf({ wells, plateType }).map((well) => syntheticWell(well, { shift, brightness })),
      channels,
      plateType,
      seed: seed ?? 1 + (runsMade % NOISE_SEEDS),
      phases: ['MELT', 'ANNEAL'],
      temperature: { ...read, step: 0.2 },
      noise: 3,
      ...(ranAt !== undefined && { runDate: ranAt }),
    }),
  );
  if (file === undefined) throw new Error('the generator wrote no file');
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return { name: file.name, mimeType, buffer: Buffer.from(file.bytes) };
}

function syntheticWell(
  { position, name, content }: MadeWell,
  { shift, brightness }: { readonly shift: number; readonly brightness: number },
): SyntheticWell {
  const { fam, red, amplitude = 1000, parts }: Content = CONTENTS[content];
  const melts = (channel: ChannelName, temperatures: readonly number[]) =>
    temperatures.map((tm, place) => ({
      channel,
      tm: tm + shift,
      amplitude:
        brightness *
        amplitude *
        ((channel === 'FAM' ? parts?.[place] : undefined) ?? 1 / temperatures.length),
      width: 0.75,
    }));
  return { position, name, sampleType: null, melts: [...melts('FAM', fam), ...melts('TEXAS_RED', red)] };
}

async function importRun(api: Api, options: Omit<RunOptions, 'state'>): Promise<Run> {
  const { name, mimeType, buffer } = await madeFile(options);
  const form = new FormData();
  form.append('analyser', JSON.stringify({ id: await analyserId(api, options) }));
  form.append('files', new Blob([new Uint8Array(buffer)], { type: mimeType }), options.fileName ?? name);
  return api<Run>('POST', '/run/createRun', form);
}

async function analyserId(api: Api, { plateType = 'RECTANGULAR_96' }: Pick<RunOptions, 'plateType'>) {
  return found(await api<Analyser[]>('GET', '/analysers'), ANALYSERS[plateType], 'name').id;
}

/** The content of steps 1 and 2. */
async function configuration(
  api: Api,
  run: Run,
  {
    wells,
    plateId,
    plateType,
    kit: of = MADE_KIT,
  }: Omit<RunOptions, 'state' | 'wells'> & { readonly wells: readonly MadeWell[] },
): Promise<UpdateRun> {
  const kit = found(await api<Kit[]>('GET', '/kit'), MADE_KIT.name, 'name');
  const analyser = await analyserId(api, { plateType });
  const versions = await api<KitVersion[]>('GET', `/kit/${kit.id}/analyser/${analyser}/versions`);
  const version = found(versions, of.version, 'version');
  const kitVersion = { id: version.id };
  const lot = { id: found(version.lots ?? [], of.lot, 'name').id };
  const reactionBuffer = { id: found(kit.reactionBuffers, MADE_KIT.reactionBuffer, 'name').id };
  const expected = new Map<ChannelName, { id: string }>();
  if (wells.some(({ content }) => CONTENTS[content].sampleType === 'STANDARD')) {
    const place = `/kit/${kit.id}/analyser/${analyser}/reaction-buffer/${reactionBuffer.id}`;
    for (const { channel } of run.analyses) {
      const colors = await api<DiagnosticColor[]>('GET', `${place}/channel/${channel}/diagnostic-colors`);
      const color = colors.find(({ diagnostic }) => diagnostic.name === STANDARD_SHOWS);
      if (color !== undefined) expected.set(channel, { id: color.id });
    }
  }
  const asked = `kitVersionId=${version.id}&reactionBufferId=${reactionBuffer.id}`;
  const { findings } = await api<KitFit>('GET', `/run/${run.id}/fit?${asked}`);
  return {
    revision: run.revision,
    ...(plateId !== undefined && { plateId }),
    kits: [{ kitVersion, reactionBuffer, lots: [lot] }],
    confirmedFit: findings.map(({ key }) => key),
    analyses: run.analyses.map(({ channel }) => ({
      channel,
      wells: Object.fromEntries(
        wells.map(({ position, name, content }) => {
          const { sampleType } = CONTENTS[content];
          const expectedDiagnostic = sampleType === 'STANDARD' ? (expected.get(channel) ?? null) : null;
          return [position, { name, sampleType, kitVersion, lot, reactionBuffer, expectedDiagnostic }];
        }),
      ),
    })),
  };
}

function found<T, K extends keyof T>(list: readonly T[], value: T[K], key: K): T {
  const item = list.find((candidate) => candidate[key] === value);
  if (item === undefined) throw new Error(`no ${String(value)} in the installation`);
  return item;
}
