import {
  type AnalyserProfile,
  type ChannelName,
  type InspectedRun,
  MAX_RUN_FILES,
  type PlateType,
  type RunInspection,
} from '@curvewell/domain';

/** The channel of each dye; null: the dye is skipped. */
export type DyeChannels = Readonly<Record<string, ChannelName | null>>;

export const dyesOfRun = ({ curves }: Pick<InspectedRun, 'curves'>): string[] => [
  ...new Set(curves.map(({ dye }) => dye)),
];

/** The channels that known analysers give the dyes of a file; the first that knows one counts. */
export function knownChannels(run: Pick<InspectedRun, 'curves' | 'analysers'>): DyeChannels {
  return Object.fromEntries(
    dyesOfRun(run).map((dye) => {
      const known = run.analysers
        .flatMap(({ dyes }) => dyes)
        .find((one) => one.dye === dye && one.channel !== null);
      return [dye, known?.channel ?? null];
    }),
  );
}

/** The analysers here that read a run without a question. */
export const readersOf = ({ runs }: RunInspection): string[] =>
  (runs[0]?.analysers ?? []).filter(({ outcome }) => outcome === 'reads').map(({ analyserId }) => analyserId);

interface Drafted {
  readonly name: string;
  readonly run: Pick<InspectedRun, 'format' | 'container' | 'files'>;
  readonly fileNames: readonly string[];
  readonly channels: DyeChannels;
  readonly plateTypes: readonly PlateType[];
}

/** Shorter ramps are not phases, °C, as in the built-in profiles. */
const LEAST_SPAN = 5;
const MAX_ID = 50;

/** `Mic qPCR 2` → `mic-qpcr-2` */
export const profileId = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_ID);

/** The profile of a new analyser from a test file and the choices beside it; null: no dye has a channel. */
export function draftProfile({
  name,
  run,
  fileNames,
  channels,
  plateTypes,
}: Drafted): AnalyserProfile | null {
  const aliases = Object.entries(channels).flatMap(([dye, channel]) =>
    channel === null ? [] : [{ dye, channel, onlyDye: false, confidence: 'seen' as const }],
  );
  const extensions = fileNames.flatMap((one) => /\.([a-z0-9]{1,10})$/.exec(one.toLowerCase())?.[1] ?? []);
  if (aliases.length === 0 || plateTypes.length === 0) return null;
  return {
    id: profileId(name) || 'analyser',
    name: name.trim() || 'Analyser',
    version: 1,
    maxNumberOfFilesByRun: Math.min(MAX_RUN_FILES, Math.max(1, run.files.length)),
    plateTypes: [...plateTypes],
    extensions: extensions.length === 0 ? ['txt'] : [...new Set(extensions)],
    formats: [{ format: run.format, container: run.container, confidence: 'seen' }],
    channelAliases: aliases,
    phases: { rising: 'MELT', falling: 'ANNEAL', leastSpan: LEAST_SPAN },
  };
}
