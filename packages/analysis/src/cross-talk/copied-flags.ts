import type { CallFlag, Peak, PhaseType } from '@curvewell/domain';

import { COPY } from '../plate-settings.ts';
import { type Beside, type Called, pairsBeside } from './beside.ts';

/** A counted peak, as seen in an adjacent well. */
interface Seen {
  readonly type: PhaseType;
  readonly source: Peak;
  /** The minimum height of a peak there, RFU/°C. */
  readonly least: number;
  /** Peaks at its temperature that are low enough to be copies. */
  readonly peaks: readonly Peak[];
}

/** A counted peak that may be cross-talk. */
interface Copy {
  readonly pair: Beside;
  readonly seen: Seen;
  readonly peak: Peak;
  /** Its height as a fraction of the other's. */
  readonly share: number;
}

function isAtOnePlace(a: Peak, b: Peak): boolean {
  const error = Math.hypot(a.tmError ?? 0, b.tmError ?? 0);
  return Math.abs(a.tm - b.tm) <= Math.max(COPY.tm, COPY.tmErrors * error);
}

/** The peaks of a well as seen in the adjacent one; omitted where that well's own product would hide them. */
function seenBeside({ source, target }: Beside): Seen[] {
  return source.explanation.phases.flatMap(({ type, peaks }) => {
    const into = target.explanation.phases.find((phase) => phase.type === type);
    if (into === undefined) return [];
    return peaks.flatMap((peak): Seen[] => {
      if (!peak.accepted) return [];
      const here = into.peaks.filter((one) => isAtOnePlace(one, peak));
      if (here.some(({ height }) => height > COPY.part * peak.height)) return [];
      const hides = ({ accepted, reason, tm, width }: Peak): boolean =>
        (accepted || reason === 'small-beside-highest') && Math.abs(tm - peak.tm) < COPY.hiding * width;
      if (here.length === 0 && into.peaks.some(hides)) return [];
      return [{ type, source: peak, least: into.settings.minThreshold, peaks: here }];
    });
  });
}

const shareOf = ({ source, peaks }: Seen): number =>
  peaks.reduce((most, { height }) => Math.max(most, height / source.height), 0);

/**
 * Whether the plate shows cross-talk along an axis: wherever it would be visible at this share, some wells
 * show it.
 */
function isUsual({ seen: { type }, share }: Copy, ofAxis: readonly Seen[]): boolean {
  const shown = ofAxis.filter(
    (one) => one.type === type && share * one.source.height >= COPY.shows * one.least,
  );
  return shown.filter((one) => shareOf(one) >= COPY.alike * share).length >= COPY.usual * shown.length;
}

const flagOf = ({ pair: { source }, seen: { type }, peak, share }: Copy): CallFlag => ({
  code: 'copied-melt',
  phase: type,
  zone: peak.zone,
  temperature: peak.tm,
  measured: share,
  limit: COPY.part,
  source: { position: source.position, channel: source.explanation.channel },
});

/** For each peak, the highest of its possible sources. */
function highestSources(copies: readonly Copy[]): Copy[] {
  const best = new Map<Peak, Copy>();
  for (const copy of copies) {
    const known = best.get(copy.peak);
    if (known === undefined || copy.seen.source.height > known.seen.source.height) best.set(copy.peak, copy);
  }
  return [...best.values()];
}

/** Height of the highest counted peak of a call; 0: none. */
function highestIn({ explanation }: Called): number {
  let highest = 0;
  for (const { peaks } of explanation.phases)
    for (const { accepted, height } of peaks) if (accepted && height > highest) highest = height;
  return highest;
}

/** The calls with a counted peak low enough to be a copy; empty on most plates. */
function lowCalls(calls: readonly Called[]): Called[] {
  const most = COPY.part * calls.reduce((highest, call) => Math.max(highest, highestIn(call)), 0);
  const isLow = ({ accepted, height }: Peak): boolean => accepted && height <= most;
  return calls.filter(({ explanation }) => explanation.phases.some(({ peaks }) => peaks.some(isLow)));
}

const copiesOf = (pair: Beside): Copy[] =>
  seenBeside(pair).flatMap((seen) =>
    seen.peaks
      .filter(({ accepted }) => accepted)
      .map((peak): Copy => ({ pair, seen, peak, share: peak.height / seen.source.height })),
  );

/** The peaks that may be cross-talk, each with its source. */
function copiesFind(calls: readonly Called[]): Copy[] {
  const low = lowCalls(calls);
  if (low.length === 0) return [];
  const pairsInto = pairsBeside(calls);
  const copies = low.flatMap((target) => pairsInto(target).flatMap(copiesOf));
  if (copies.length === 0) return [];
  const axes = new Set(copies.map(({ pair }) => pair.axis));
  const pairs = calls.flatMap((target) => pairsInto(target).filter(({ axis }) => axes.has(axis)));
  const ofAxis = new Map(
    [...Map.groupBy(pairs, ({ axis }) => axis)].map(([axis, all]) => [axis, all.flatMap(seenBeside)]),
  );
  return highestSources(copies.filter((copy) => isUsual(copy, ofAxis.get(copy.pair.axis) ?? [])));
}

/**
 * Flags peaks that may be cross-talk. A weak product beside a strong one is just as common, so a peak is
 * flagged only where the whole plate is consistent with cross-talk in that direction.
 */
export function withCopiedFlags<Call extends Called>(plate: readonly (readonly Call[])[]): Call[][] {
  const copiesByTarget = Map.groupBy(copiesFind(plate.flat()), ({ pair }) => pair.target);
  return plate.map((calls) =>
    calls.map((call) => {
      const added = copiesByTarget.get(call)?.map(flagOf);
      if (added === undefined) return call;
      const { explanation } = call;
      return { ...call, explanation: { ...explanation, flags: [...explanation.flags, ...added] } };
    }),
  );
}
