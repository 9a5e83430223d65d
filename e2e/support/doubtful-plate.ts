import type {
  Analyser,
  ChannelName,
  Kit,
  KitConfiguration,
  KitFit,
  KitVersion,
  Lot,
  Run,
  SampleType,
} from '@curvewell/domain';
import { generateCfxCsv, syntheticRun, type SyntheticRun } from '@curvewell/instruments/generate';

import type { Api } from './api.ts';

/** The content of a well of the doubtful plate, its settings, and changes to its readings. */
interface DoubtfulWell {
  readonly name: string;
  readonly kit: 'LCT-13910' | 'own';
  readonly fam: readonly number[];
  readonly red?: readonly number[];
  readonly type?: SampleType;
  /** Loss of fluorescence on melting in each channel. */
  readonly amplitude?: number;
  readonly lot?: string;
  /** Applied to the FAM MELT readings. */
  readonly change?: (value: Float64Array) => Float64Array;
}

const WILD = [55.3];
const BOTH = [55.3, 60.8];
const MUTATED = [60.8];
const LACTASE = { kit: 'LCT-13910', red: [58.6] } as const;
const OWN = { kit: 'own' } as const;

/** An expired lot. The other lot is valid. */
export const EXPIRED_LOT = '26A0033';
const GOOD_LOT = '26B0417';
/** The lot of our own kit, without an expiry date. */
export const OPEN_LOT = 'D-1';

/** Two readings in the middle, one of them an outlier. */
const spiked = (value: Float64Array) => value.map((one, i) => (i === 90 ? one + 900 : one));
const saturated = (value: Float64Array) => value.map((one) => Math.min(one, 4050));
/** The detector is saturated except at the last few temperatures. */
const tooFew = (value: Float64Array) => value.map((one, i) => (i < value.length - 5 ? 9000 : one));

export const DOUBTFUL_WELLS: Readonly<Record<string, DoubtfulWell>> = {
  A1: { ...LACTASE, name: 'S-101', fam: WILD },
  A2: { ...LACTASE, name: 'S-102', fam: BOTH },
  A3: { ...LACTASE, name: 'S-103', fam: MUTATED },
  /** Melts outside all zones. */
  A4: { ...LACTASE, name: 'S-104', fam: [68] },
  /** The peak is cut off at the end of the readings. */
  A5: { ...LACTASE, name: 'S-105', fam: [72] },
  A6: { ...LACTASE, name: 'S-106', fam: WILD, change: tooFew },
  A7: { ...LACTASE, name: 'S-107', fam: WILD, amplitude: 190 },
  A8: { ...LACTASE, name: 'S-108', fam: WILD, change: spiked },
  A9: { ...LACTASE, name: 'S-109', fam: WILD, change: saturated },
  /** Overridden. */
  A10: { ...LACTASE, name: 'S-110', fam: BOTH },
  /** Commented. */
  A11: { ...LACTASE, name: 'S-111', fam: MUTATED },
  /** The negative control and a sample were swapped. */
  B1: { ...LACTASE, name: 'NTC', fam: WILD, type: 'NEGATIVE_TEST' },
  B2: { ...LACTASE, name: 'S-112', fam: [], red: [] },
  /** Failed in one channel only. */
  B3: { ...LACTASE, name: 'NTC', fam: [], red: [58.6], type: 'NEGATIVE_TEST' },
  B4: { ...LACTASE, name: 'POS', fam: BOTH, type: 'POSITIVE_TEST' },
  /** A duplicate name. */
  B5: { ...LACTASE, name: 'S-113', fam: WILD },
  B6: { ...LACTASE, name: 'S-113', fam: WILD },
  B7: { ...LACTASE, name: 'S-114', fam: WILD, lot: EXPIRED_LOT },
  B8: { ...LACTASE, name: 'S-115', fam: WILD, lot: EXPIRED_LOT },
  /** No melt, and a zone of its kit is beyond the readings. */
  C1: { ...OWN, name: 'S-201', fam: [] },
  C2: { ...OWN, name: 'S-202', fam: [] },
  /** The kit gives this combination no diagnostic. */
  C3: { ...OWN, name: 'S-203', fam: WILD },
};

/** The files of the plate. They contain no run date. */
export function doubtfulFiles(seed: number): { readonly name: string; readonly bytes: Uint8Array }[] {
  const melts = (channel: ChannelName, tms: readonly number[], amplitude: number) =>
    tms.map((tm) => ({ channel, tm, amplitude: amplitude / tms.length, width: 0.75 }));
  const run = syntheticRun({
    wells: Object.entries(DOUBTFUL_WELLS).map(([position, { name, fam, red = [], amplitude = 1000 }]) => ({
      position,
      name,
      sampleType: null,
      melts: [...melts('FAM', fam, amplitude), ...melts('TEXAS_RED', red, amplitude)],
    })),
    channels: ['FAM', 'TEXAS_RED'],
    phases: ['MELT', 'ANNEAL'],
    plateType: 'RECTANGULAR_96',
    temperature: { from: 45, to: 72, step: 0.2 },
    noise: 3,
    seed,
  });
  return generateCfxCsv(changed(run))
    .filter(({ name }) => !/Derivative|Run Information/.test(name))
    .map(({ name, bytes }) => ({ name, bytes }));
}

const changed = (run: SyntheticRun): SyntheticRun => ({
  ...run,
  curves: run.curves.map((curve) => {
    const change = DOUBTFUL_WELLS[curve.position]?.change;
    if (change === undefined || curve.channel !== 'FAM' || curve.phase !== 'MELT') return curve;
    return { ...curve, value: change(curve.value) };
  }),
});

const OWN_PHASE = {
  phaseType: 'MELT',
  minThreshold: 60,
  slopeThreshold: 4.72,
  minQuality: 0.4,
  inversed: false,
  zones: [
    { name: 'A', minTemp: 53, maxTemp: 57.5, label: '', minThreshold: null, minQuality: null },
    { name: 'B', minTemp: 74, maxTemp: 78, label: '', minThreshold: null, minQuality: null },
  ],
};

const CYCLER = 'Bio-Rad CFX96';

/** Creates a kit that is not validated on the analyser, with a lot without an expiry date. */
async function ownKit(api: Api, { name, analyser }: { readonly name: string; readonly analyser: string }) {
  const { kitVersion, reactionBuffer } = await api<KitConfiguration>('POST', '/kit', {
    kit: { name },
    kitVersion: { version: 'v1' },
    reactionBuffer: { name: `${name} buffer` },
    analyser: { id: analyser },
    channels: [{ name: 'FAM', phases: [OWN_PHASE] }],
    combinationDiagnostics: [],
  });
  const lot = await api<Lot>('POST', `/lots/version/${kitVersion.id}`, { name: OPEN_LOT });
  return { version: kitVersion.id, buffer: reactionBuffer?.id ?? '', lots: new Map([[lot.name, lot.id]]) };
}

async function lactaseKit(api: Api, { analyser }: { readonly analyser: string }) {
  const kit = (await api<Kit[]>('GET', '/kit')).find(({ name }) => name === 'LCT-13910');
  const versions = await api<KitVersion[]>('GET', `/kit/${kit?.id ?? ''}/analyser/${analyser}/versions`);
  const version = versions.find((one) => one.version === 'v2');
  return {
    version: version?.id ?? '',
    buffer: kit?.reactionBuffers[0]?.id ?? '',
    lots: new Map(version?.lots?.map(({ name, id }) => [name, id])),
  };
}

interface UserApis {
  readonly research: Api;
  readonly technician: Api;
}

type DoubtfulKits = Readonly<Record<DoubtfulWell['kit'], Awaited<ReturnType<typeof ownKit>>>>;

/** The kits of the plate; the named one is new. */
export async function doubtfulKits({ research, technician }: UserApis, name: string): Promise<DoubtfulKits> {
  const analyser = await cyclerId(technician);
  return {
    'LCT-13910': await lactaseKit(technician, { analyser }),
    own: await ownKit(research, { name, analyser }),
  };
}

async function cyclerId(api: Api): Promise<string> {
  return (await api<Analyser[]>('GET', '/analysers')).find(({ name }) => name === CYCLER)?.id ?? '';
}

/** Imports the files. */
export async function importDoubtful(technician: Api, seed: number): Promise<Run> {
  const form = new FormData();
  form.append('analyser', JSON.stringify({ id: await cyclerId(technician) }));
  for (const { name, bytes } of doubtfulFiles(seed))
    form.append('files', new Blob([new Uint8Array(bytes)]), name);
  return technician<Run>('POST', '/run/createRun', form);
}

const reference = (id: string | undefined) => ({ id: id ?? '' });

/** Saves a careless plate setup, and confirms the findings about the kits. */
export async function setDoubtful(technician: Api, run: Run, kits: DoubtfulKits): Promise<void> {
  const confirmedFit: string[] = [];
  for (const { version, buffer } of Object.values(kits)) {
    const place = `/run/${run.id}/fit?kitVersionId=${version}&reactionBufferId=${buffer}`;
    confirmedFit.push(...(await technician<KitFit>('GET', place)).findings.map(({ key }) => key));
  }
  await technician<Run>('PUT', `/run/${run.id}`, {
    revision: run.revision,
    plateId: 'DOUBTS-1',
    confirmedFit,
    kits: Object.values(kits).map(({ version, buffer, lots }) => ({
      kitVersion: reference(version),
      reactionBuffer: reference(buffer),
      lots: [GOOD_LOT, EXPIRED_LOT, OPEN_LOT].flatMap((name) =>
        lots.has(name) ? [reference(lots.get(name))] : [],
      ),
    })),
    analyses: run.analyses.map(({ channel }) => ({
      channel,
      wells: Object.fromEntries(
        Object.entries(DOUBTFUL_WELLS)
          .filter(([, { kit }]) => channel === 'FAM' || kit !== 'own')
          .map(([position, well]) => [position, wellOf(well, kits)]),
      ),
    })),
  });
}

function wellOf({ name, kit, type = 'BLOOD', lot }: DoubtfulWell, kits: DoubtfulKits) {
  const { version, buffer, lots } = kits[kit];
  const lotId = lots.get(lot ?? (kit === 'own' ? OPEN_LOT : GOOD_LOT));
  return {
    name,
    sampleType: type,
    kitVersion: reference(version),
    lot: reference(lotId),
    reactionBuffer: reference(buffer),
    expectedDiagnostic: null,
  };
}
