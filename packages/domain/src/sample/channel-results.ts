import { compareChannels, type ChannelName } from '../kit/assay.ts';
import type { ChannelFault, ChannelResult } from './combined-result.ts';
import { controlGroup, isSample } from '../plate/controlled-wells.ts';
import { failedGroups, isMarked, isStatement, resultOf, type ReplicateWell } from './replicate-results.ts';
import { comparePositions, type SampleType } from '../plate/plate.ts';
import { hasSampleResult } from './sample-words.ts';
import type { SampleResult } from './sample-result.ts';

/** The wells of one sample. Wells are joined only if they are certainly the same sample. */
export interface SampleGroup {
  readonly name: string | null;
  readonly orderId: string | null;
  readonly sampleType: SampleType;
  /** In the order of the plate. */
  readonly wells: readonly ReplicateWell[];
}

/**
 * The wells of each sample, over kits and channels: same name, order and type. Case and spaces count. A well without a
 * name, a control or a standard is joined over its channels only.
 */
export function sampleGroups(wells: readonly ReplicateWell[]): SampleGroup[] {
  const inOrder = [...wells].sort(
    (a, b) => comparePositions(a.position, b.position) || compareChannels(a.channel, b.channel),
  );
  return [...Map.groupBy(inOrder, groupKey).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { name, orderId, sampleType } = first;
    return [{ name, orderId, sampleType, wells: group }];
  });
}

const groupKey = ({ name, orderId, sampleType, position }: ReplicateWell): string =>
  JSON.stringify([name, orderId, sampleType, name === null || !isSample(sampleType) ? position : null]);

/** What the results in channels depend on, besides the wells of the sample. */
export interface ChannelContext {
  /** The sample of each well with replicates, by well id. */
  readonly sampleOf: ReadonlyMap<string, SampleResult>;
  readonly failed: ReadonlySet<string>;
}

export const channelContext = (
  wells: readonly ReplicateWell[],
  samples: readonly SampleResult[],
): ChannelContext => ({
  sampleOf: new Map(
    samples
      .filter(hasSampleResult)
      .flatMap((sample) => sample.wells.map(({ wellId }) => [wellId, sample] as const)),
  ),
  failed: failedGroups(wells),
});

/** The result of a sample in one channel, from its wells of one kit version there. */
export function channelResult(
  channel: ChannelName,
  wells: readonly ReplicateWell[],
  context: ChannelContext,
): ChannelResult {
  const { found, fault, counted } = resultIn(wells, context);
  return {
    channel,
    wells: wells.map((well) => ({ wellId: well.wellId, position: well.position, found: well.found })),
    counted,
    found,
    fault,
    isByHand: wells.some(({ isOverridden }) => isOverridden),
  };
}

type Found = Pick<ChannelResult, 'counted' | 'found' | 'fault'>;
const without = (fault: ChannelFault): Found => ({ counted: [], found: null, fault });

function resultIn(wells: readonly ReplicateWell[], context: ChannelContext): Found {
  const [first, ...others] = wells;
  if (first === undefined) return without('not-set');
  if (new Set(wells.map(controlGroup)).size > 1) return without('several-mixes');
  const sample = context.sampleOf.get(first.wellId);
  // Another order, name or type would be another sample of the plate.
  if (sample !== undefined) {
    const behind = sample.wells.filter(({ part }) => part === 'behind');
    return { counted: behind.map(({ position }) => position), found: sample.result, fault: sample.fault };
  }
  if (wells.every(({ explanation }) => explanation === null)) return without('not-analysed');
  return others.length > 0 ? without('several-wells') : resultOfOne(first, context);
}

/** The same faults as for a well with replicates. Controls and standards have their result even if they failed. */
function resultOfOne(well: ReplicateWell, { failed }: ChannelContext): Found {
  const isOfSample = isSample(well.sampleType);
  const isHeld = isOfSample && !well.isOverridden && (failed.has(controlGroup(well)) || isMarked(well));
  if (isHeld) return without('failed-control');
  const found = resultOf(well);
  if (found === null) return without('no-call');
  return {
    counted: [well.position],
    found,
    fault: isOfSample && !isStatement(found) ? 'no-statement' : null,
  };
}
