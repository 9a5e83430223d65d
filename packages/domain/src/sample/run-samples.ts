import type { CombinedResult } from './combined-result.ts';
import { combinedResults } from './combined-results.ts';
import { openCombinedReason } from './combined-words.ts';
import { shownDiagnostic, type CalledWell } from '../call/interpretation.ts';
import type { Run, Well } from '../run/run.ts';
import { isSample } from '../plate/controlled-wells.ts';
import { comparePositions } from '../plate/plate.ts';
import { replicatesText } from '../plate/replicates.ts';
import type { RunDoubts } from '../run/run-check.ts';
import { openReason } from './sample-words.ts';
import { isCommentedSince } from '../call/well-doubt.ts';
import { replicateResults, type ReplicateWell } from './replicate-results.ts';
import type { SampleResult } from './sample-result.ts';

export type SampledRun = Pick<Run, 'analyses' | 'brokenRules' | 'replicates' | 'channelRules'>;

/** The results of the samples of a run with its overrides; empty: no kit version of it has replicates. */
export function runSamples(run: SampledRun, called: readonly CalledWell[]): SampleResult[] {
  const { replicates = [] } = run;
  if (replicates.length === 0) return [];
  const settings = new Map(replicates.map(({ kitVersionId, settings: of }) => [kitVersionId, of]));
  return replicateResults(sampledWells(run, called), (kitVersionId) => settings.get(kitVersionId));
}

/** The combined results of the samples of a run; empty: no kit version of it has channel rules. */
export function runCombined(
  run: SampledRun,
  called: readonly CalledWell[],
  samples: readonly SampleResult[] = runSamples(run, called),
): CombinedResult[] {
  const { channelRules = [] } = run;
  if (channelRules.length === 0) return [];
  const rules = new Map(channelRules.map(({ kitVersionId, settings }) => [kitVersionId, settings]));
  return combinedResults(sampledWells(run, called), samples, (kitVersionId) => rules.get(kitVersionId));
}

/** The set wells of a run, as input for the results of samples. */
export function sampledWells(
  { analyses, brokenRules }: Pick<Run, 'analyses' | 'brokenRules'>,
  called: readonly CalledWell[],
): ReplicateWell[] {
  const calls = new Map(called.map((one) => [one.wellId, one]));
  const broken = new Set(brokenRules.map(({ wellId }) => wellId));
  return analyses
    .flatMap((analysis) => Object.values(analysis.wells))
    .flatMap((well) =>
      replicateWell(well, { called: calls.get(well.id), isOutOfRange: broken.has(well.id) }),
    );
}

function replicateWell(
  well: Well,
  { called, isOutOfRange }: { readonly called: CalledWell | undefined; readonly isOutOfRange: boolean },
): ReplicateWell[] {
  const { kitVersion, lot, reactionBuffer, sampleType, expectedDiagnostic } = well;
  if (kitVersion === null || sampleType === null) return [];
  const shown = called && shownDiagnostic(called);
  return [
    {
      wellId: well.id,
      position: well.position,
      channel: well.channel,
      name: well.name,
      orderId: well.orderId,
      sampleType,
      kit: kitVersion.kit.name,
      kitVersionId: kitVersion.id,
      lotId: lot?.id ?? null,
      reactionBufferId: reactionBuffer?.id ?? null,
      expected: expectedDiagnostic?.diagnostic.name ?? null,
      found: shown?.diagnosticColor ?? null,
      isOverridden: shown?.stateDiagnostic === 'UPDATED',
      isOutOfRange,
      explanation: called?.explanation ?? null,
    },
  ];
}

/**
 * Named wells without settings that have the name of a sample, one note for each. They may be of another assay, or a
 * replicate that is missing in the result, also if only one well is left.
 */
export function leftOutNotes(
  { analyses, replicates = [] }: Pick<Run, 'analyses' | 'replicates'>,
  combined: readonly CombinedResult[],
): RunDoubts['plate'] {
  const versions = new Set(replicates.map(({ kitVersionId }) => kitVersionId));
  const wells = analyses.flatMap((analysis) => Object.values(analysis.wells));
  const unset = wells.filter(({ kitVersion }) => kitVersion === null);
  const seen = [
    ...wells.flatMap(({ name, position, sampleType, kitVersion }) =>
      name !== null && isSample(sampleType) && versions.has(kitVersion?.id ?? '')
        ? [{ name, wells: [{ position }] }]
        : [],
    ),
    ...combined.flatMap(({ name, channels }) =>
      name === null ? [] : [{ name, wells: channels.flatMap((channel) => channel.wells) }],
    ),
  ];
  const ofNames = Map.groupBy(seen, ({ name }) => name);
  return [...ofNames].flatMap(([name, of]) => {
    const own = new Set(of.flatMap((one) => one.wells.map(({ position }) => position)));
    // A well that is set in another channel is not left out.
    const left = inOrder(unset.filter((well) => well.name === name && !own.has(well.position)));
    if (left.length === 0) return [];
    const places = replicatesText({ positions: left.slice(0, MOST_NAMED), count: left.length });
    const positions = inOrder([...left, ...own].map((position) => ({ position })));
    return [{ text: `Sample ${name} is also in ${places}, not analysed`, positions }];
  });
}

const MOST_NAMED = 12;
const inOrder = (wells: readonly { readonly position: string }[]): string[] =>
  [...new Set(wells.map(({ position }) => position))].sort(comparePositions);

/** The sample of each well, by well id. */
export const samplesByWell = (samples: readonly SampleResult[]): ReadonlyMap<string, SampleResult> =>
  new Map(samples.flatMap((sample) => sample.wells.map(({ wellId }) => [wellId, sample] as const)));

/** The combined result of the sample of each well, by well id. */
export const combinedByWell = (combined: readonly CombinedResult[]): ReadonlyMap<string, CombinedResult> =>
  new Map(
    combined.flatMap((one) =>
      one.channels.flatMap(({ wells }) => wells.map(({ wellId }) => [wellId, one] as const)),
    ),
  );

interface SampleWellOf {
  readonly wellId: string;
  /** On any well of the sample. */
  readonly comments: Well['comments'];
  /** The time of the run's results; older comments do not count. */
  readonly interpretedAt: string | null;
}

/** The results of the sample of a well; null: none. */
export interface SampleOfWell {
  readonly sample: SampleResult | null;
  readonly combined: CombinedResult | null;
}

/** Why a well must be reviewed for its sample; null: the sample has its results, or a well has a comment. */
export const unsettledReason = (
  { sample, combined }: SampleOfWell,
  { wellId, comments, interpretedAt }: SampleWellOf,
): string | null =>
  isCommentedSince(comments, interpretedAt)
    ? null
    : (openReason(sample ?? undefined, { wellId }) ?? openCombinedReason(combined ?? undefined, wellId));
