import { compareChannels, type ChannelName } from '../kit/assay.ts';
import { channelContext, channelResult, sampleGroups, type SampleGroup } from './channel-results.ts';
import type { ChannelResult, CombinedResult } from './combined-result.ts';
import { isSample } from '../plate/controlled-wells.ts';
import type { CalledWell } from '../call/interpretation.ts';
import { comparePositions, type SampleType } from '../plate/plate.ts';
import { foldedName } from '../plate/plate-doubts.ts';
import type { ReplicateWell } from './replicate-results.ts';
import type { Run } from '../run/run.ts';
import { runCombined, runSamples, sampledWells, type SampledRun } from './run-samples.ts';
import type { SampleResult } from './sample-result.ts';
import type { RunDoubts } from '../run/run-check.ts';

/** A kit version in a channel. */
export interface SampleColumn {
  readonly kitVersionId: string;
  readonly channel: ChannelName;
  /** “LCT-13910 v2”; with its owner where another kit of the plate has the same name and version. */
  readonly kit: string;
}

/** A sample in a column. */
export interface SampleCell extends ChannelResult {
  /** Whether the check lists a well of it as doubtful. */
  readonly isDoubtful: boolean;
}

/** The wells of one sample, over kits and channels. Controls and standards have a row for each well. */
export interface SampleTableRow {
  readonly key: string;
  readonly isControl: boolean;
  /** Null: a well without a name. */
  readonly name: string | null;
  readonly orderId: string | null;
  readonly sampleType: SampleType;
  readonly positions: readonly string[];
  readonly wellIds: readonly string[];
  /** By column; null: the sample has no well of the kit. */
  readonly cells: readonly (SampleCell | null)[];
  /** Of kits with channel rules, in the order of columns. */
  readonly combined: readonly CombinedResult[];
  /** Whether a channel or a combined result is missing. */
  readonly isIncomplete: boolean;
  /** The first positions of other rows that may be the same sample: their name differs only in case or spaces, or their order or type differs. */
  readonly alike: readonly string[];
}

export interface SampleTable {
  readonly columns: readonly SampleColumn[];
  readonly rows: readonly SampleTableRow[];
}

export interface SampleTableOf {
  readonly wells: readonly ReplicateWell[];
  readonly samples: readonly SampleResult[];
  readonly combined: readonly CombinedResult[];
  readonly kitOf: (kitVersionId: string) => string;
  /** Wells that the check lists as doubtful, by id. */
  readonly doubtful: ReadonlySet<string>;
}

/**
 * A row for each sample and a column for each kit version and channel on the plate, samples before controls, in the
 * order of the plate.
 */
export function sampleTable(of: SampleTableOf): SampleTable {
  const columns = columnsOf(of);
  const context = channelContext(of.wells, of.samples);
  const cellOf = (group: SampleGroup, { kitVersionId, channel }: SampleColumn): SampleCell | null => {
    const ofKit = group.wells.filter((well) => well.kitVersionId === kitVersionId);
    if (ofKit.length === 0) return null;
    const inChannel = ofKit.filter((well) => well.channel === channel);
    return {
      ...channelResult(channel, inChannel, context),
      isDoubtful: inChannel.some(({ wellId }) => of.doubtful.has(wellId)),
    };
  };
  const combinedOf = Map.groupBy(of.combined, (one) => one.channels.flatMap(({ wells }) => wells)[0]?.wellId);
  const groups = sampleGroups(of.wells);
  const alike = Map.groupBy(
    groups.filter(({ name, sampleType }) => name !== null && isSample(sampleType)),
    ({ name }) => foldedName(name ?? ''),
  );
  const rows = groups.map((group): SampleTableRow => {
    const { name, orderId, sampleType, wells } = group;
    const isControl = !isSample(sampleType);
    const cells = columns.map((column) => cellOf(group, column));
    const combined = wells.flatMap(({ wellId }) => combinedOf.get(wellId) ?? []);
    const positions = [...new Set(wells.map(({ position }) => position))];
    const others = isControl || name === null ? [] : (alike.get(foldedName(name)) ?? []);
    return {
      key: JSON.stringify([name, orderId, sampleType, positions[0]]),
      isControl,
      name,
      orderId,
      sampleType,
      positions,
      cells,
      combined,
      wellIds: wells.map(({ wellId }) => wellId),
      isIncomplete:
        !isControl &&
        (cells.some((cell) => cell !== null && cell.fault !== null) ||
          combined.some(({ result }) => result === null || result.meaning === 'invalid')),
      alike: others.flatMap((other) => (other === group ? [] : (other.wells[0]?.position ?? []))),
    };
  });
  return { columns, rows: [...rows.filter((row) => !row.isControl), ...rows.filter((row) => row.isControl)] };
}

function columnsOf({ wells, kitOf }: SampleTableOf): SampleColumn[] {
  const firstOf = new Map<string, string>();
  for (const { kitVersionId, position } of wells) {
    const before = firstOf.get(kitVersionId);
    if (before === undefined || comparePositions(position, before) < 0) firstOf.set(kitVersionId, position);
  }
  const places = new Map(
    wells.map(({ kitVersionId, channel }) => [`${kitVersionId} ${channel}`, { kitVersionId, channel }]),
  );
  return [...places.values()]
    .map((place) => ({ ...place, kit: kitOf(place.kitVersionId) }))
    .sort(
      (a, b) =>
        comparePositions(firstOf.get(a.kitVersionId) ?? '', firstOf.get(b.kitVersionId) ?? '') ||
        a.kitVersionId.localeCompare(b.kitVersionId) ||
        compareChannels(a.channel, b.channel),
    );
}

export const doubtfulWellIds = ({
  failedControls,
  unresolved,
  curves,
  nearBorder,
}: Pick<RunDoubts, 'failedControls' | 'unresolved' | 'curves' | 'nearBorder'>): ReadonlySet<string> =>
  new Set([...failedControls, ...unresolved, ...curves, ...nearBorder].map(({ wellId }) => wellId));

export function runSampleTable(
  run: SampledRun & Pick<Run, 'kits'>,
  { called, doubtful }: { readonly called: readonly CalledWell[]; readonly doubtful: ReadonlySet<string> },
): SampleTable {
  const samples = runSamples(run, called);
  const kits = new Map(
    run.kits.map(({ kitVersion: { id, kit, version } }) => [id, `${kit.name} ${version}`]),
  );
  return sampleTable({
    wells: sampledWells(run, called),
    samples,
    combined: runCombined(run, called, samples),
    kitOf: (kitVersionId) => kits.get(kitVersionId) ?? '',
    doubtful,
  });
}
