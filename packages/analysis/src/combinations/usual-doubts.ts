import type { CallExplanation, CallFlag, Peak, PhaseType } from '@curvewell/domain';

import { itemAt } from '../at.ts';
import type { ChannelConfiguration } from '../configuration.ts';
import { PLAIN, USUAL_DOUBT } from '../plate-settings.ts';

interface Called {
  readonly explanation: CallExplanation;
}

/** A possible melt beside the highest peak of a phase: its distance, °C, and its fraction of the area. */
interface Doubt {
  readonly flag: CallFlag;
  readonly away: number;
  readonly part: number;
}

/** A phase of a well by its highest counted peak. */
interface Seen {
  readonly tm: number;
  readonly doubts: readonly Doubt[];
  /** Whether it is well determined, and no other peak counts. */
  readonly isSure: boolean;
  /** The replicate group. */
  readonly group: string | null;
}

const isDoubt = ({ code }: CallFlag): boolean => code === 'uncounted-melt';

function seenIn({ phases, flags }: CallExplanation, type: PhaseType, group: string | null): Seen | null {
  const counted = phases.find((phase) => phase.type === type)?.peaks.filter(({ accepted }) => accepted) ?? [];
  const main = counted.reduce<Peak | null>(
    (best, peak) => (best === null || peak.height > best.height ? peak : best),
    null,
  );
  if (main === null) return null;
  const doubts = flags.flatMap((flag): Doubt[] => {
    const { phase, temperature, measured } = flag;
    if (!isDoubt(flag) || phase !== type || temperature === null || measured === null) return [];
    return [{ flag, away: temperature - main.tm, part: measured / main.area }];
  });
  return {
    tm: main.tm,
    doubts,
    isSure: counted.length === 1 && main.significance >= PLAIN.significance,
    group,
  };
}

interface UsualDoubt extends Doubt {
  readonly tm: number;
}

/**
 * The doubts of a well that most wells with its product share, at the same distance and no smaller: a part of
 * the product's own melt.
 */
function usualDoubts({ tm, doubts, group }: Seen, others: readonly Seen[]): UsualDoubt[] {
  const alike = others.filter(
    (other) => Math.abs(other.tm - tm) <= USUAL_DOUBT.tm && (group === null || other.group !== group),
  );
  if (alike.length < USUAL_DOUBT.fewest) return [];
  const isUsual = ({ away, part }: Doubt): boolean => {
    const isSame = (other: Doubt): boolean =>
      Math.abs(other.away - away) <= USUAL_DOUBT.away && part <= USUAL_DOUBT.larger * other.part;
    return alike.filter((other) => other.doubts.some(isSame)).length >= USUAL_DOUBT.part * alike.length;
  };
  return doubts.filter(isUsual).map((doubt) => ({ ...doubt, tm }));
}

/**
 * No curve can tell a product's own melt from a second product in all wells, so the largest of each kind is
 * kept. @returns the kept flags, each with its number of wells
 */
function largestOfEach(usual: readonly UsualDoubt[]): Map<CallFlag, number> {
  const largest = new Map<CallFlag, number>();
  let rest = usual.toSorted((a, b) => b.part - a.part);
  for (let [first] = rest; first !== undefined; [first] = rest) {
    const { flag, tm, away } = first;
    const isOther = (one: UsualDoubt) =>
      Math.abs(one.tm - tm) > USUAL_DOUBT.tm || Math.abs(one.away - away) > USUAL_DOUBT.away;
    const others = rest.filter(isOther);
    largest.set(flag, rest.length - others.length);
    rest = others;
  }
  return largest;
}

/**
 * Merges a doubt that most wells with the same product share into one flag, because it may be the product's
 * own early melt. A well keeps its flag if its doubt is larger, or if it has a second peak or an uncertain
 * one. Wells of one sample do not support each other.
 *
 * @param groups - the replicate groups of the wells
 */
export function withoutUsualDoubts<Call extends Called>(
  calls: readonly Call[],
  configuration: ChannelConfiguration,
  groups: readonly (string | null)[],
): Call[] {
  if (!calls.some(({ explanation }) => explanation.flags.some(isDoubt))) return [...calls];
  const usual = configuration.phases.map(({ phaseType, zones }) => {
    if (zones.length === 0) return [];
    const seen = calls.map(({ explanation }, i) => seenIn(explanation, phaseType, itemAt(groups, i)));
    const known = seen.filter((one) => one !== null);
    return known.flatMap((one) =>
      !one.isSure || one.doubts.length === 0
        ? []
        : usualDoubts(
            one,
            known.filter((other) => other !== one),
          ),
    );
  });
  const isUsual = new Set(usual.flat().map(({ flag }) => flag));
  if (isUsual.size === 0) return [...calls];
  const largest = new Map(usual.flatMap((ofPhase) => [...largestOfEach(ofPhase)]));
  return calls.map((call) => {
    const { explanation } = call;
    if (!explanation.flags.some((flag) => isUsual.has(flag))) return call;
    const flags = explanation.flags.flatMap((flag) => {
      const wellsAlike = largest.get(flag);
      if (wellsAlike !== undefined) return [{ ...flag, wellsAlike }];
      return isUsual.has(flag) ? [] : [flag];
    });
    return { ...call, explanation: { ...explanation, flags } };
  });
}
