import type { CallExplanation, CallFlag, PhaseType, ReplicateWells } from '@curvewell/domain';

import { itemAt } from '../at.ts';
import { peakDifferences } from './replicate-peaks.ts';

interface Called {
  readonly position: string;
  readonly explanation: CallExplanation;
}

/** A flag of all replicates; each well is always named in its own. */
type Difference = (own: string) => CallFlag;

const ABOUT = { phase: null, zone: null, temperature: null, measured: null, limit: null } as const;
/** `MAX_NAMED_REPLICATES` of the domain, of which only types are imported. */
const MAX_NAMED = 3;

const rowOf = (position: string): number => position.charCodeAt(0);
const columnOf = (position: string): number => Number(position.slice(1));
const byPlace = ({ position: a }: Called, { position: b }: Called): number =>
  rowOf(a) - rowOf(b) || columnOf(a) - columnOf(b);

function named(positions: readonly string[], own: string): ReplicateWells {
  const first = positions.slice(0, MAX_NAMED);
  const isExcluded = positions.includes(own) && !first.includes(own);
  return {
    positions: isExcluded ? [own, ...first.slice(0, MAX_NAMED - 1)] : first,
    count: positions.length,
  };
}

/** Differences in a peak of a phase between wells of one sample. */
function ofPeaks(calls: readonly Called[], type: PhaseType): Difference[] {
  const wells = calls.flatMap(({ position, explanation }) =>
    explanation.phases.filter((phase) => phase.type === type).map((phase) => ({ position, phase })),
  );
  return peakDifferences(wells).map(({ peak, have, lack }) => (own) => ({
    ...ABOUT,
    code: 'replicates-differ',
    phase: type,
    zone: peak.zone,
    temperature: peak.tm,
    replicates: { have: named(have, own), lack: named(lack, own) },
  }));
}

function ofResults(calls: readonly Called[]): Difference[] {
  const results = [...Map.groupBy(calls, ({ explanation }) => explanation.diagnostic)].map(
    ([diagnostic, wells]) => ({ diagnostic, positions: wells.map(({ position }) => position) }),
  );
  if (results.length < 2) return [];
  return [
    (own) => ({
      ...ABOUT,
      code: 'replicates-differ',
      replicates: {
        results: results.map(({ diagnostic, positions }) => ({ diagnostic, ...named(positions, own) })),
      },
    }),
  ];
}

function differencesOf(calls: readonly Called[]): Difference[] {
  const inOrder = [...calls].sort(byPlace);
  const types = new Set(inOrder.flatMap(({ explanation }) => explanation.phases.map(({ type }) => type)));
  return [...[...types].sort().flatMap((type) => ofPeaks(inOrder, type)), ...ofResults(inOrder)];
}

/**
 * Flags all wells of a sample that differ in a counted peak or in their result.
 *
 * @param wells - of the calls, in the same order
 */
export function withReplicateFlags<Call extends Called>(
  calls: readonly Call[],
  wells: readonly { readonly replicateGroup?: string | null }[],
): Call[] {
  const groupOf = (place: number): string | null => itemAt(wells, place).replicateGroup ?? null;
  const groups = Map.groupBy(calls.keys(), groupOf);
  const differences = new Map(
    [...groups].flatMap(([group, places]) =>
      group === null ? [] : [[group, differencesOf(places.map((place) => itemAt(calls, place)))] as const],
    ),
  );
  return calls.map((call, place) => {
    const group = groupOf(place);
    const found = group === null ? [] : (differences.get(group) ?? []);
    if (found.length === 0) return call;
    const { position, explanation } = call;
    const flags = [...explanation.flags, ...found.map((flagFor) => flagFor(position))];
    return { ...call, explanation: { ...explanation, flags } };
  });
}
