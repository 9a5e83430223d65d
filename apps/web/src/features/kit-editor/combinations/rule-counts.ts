import { hitText, usesShape, type EvaluatedWell } from '@curvewell/domain';

import {
  combinationLabels,
  type ChannelDraft,
  type CombinationDraft,
  lettersOf,
} from '../draft/kit-draft.ts';
import type { Evaluated } from '../evaluated.ts';

/** The wells of a run with a combination. */
export interface CombinationWells {
  readonly wells: readonly EvaluatedWell[];
  /** By case; null is “else”. */
  readonly byCase: ReadonlyMap<number | null, readonly EvaluatedWell[]>;
  /** Difference from the number with the stored settings. */
  readonly change: number;
  /** Those with a counted peak outside all zones. */
  readonly outside: number;
}

const NOTHING: CombinationWells = { wells: [], byCase: new Map(), change: 0, outside: 0 };

const hasOutside = ({ phases }: EvaluatedWell): boolean =>
  phases.some(({ peaks }) => peaks.some(({ accepted, zone }) => accepted && zone === null));

/** Looks up the wells of a combination; `IN_NO_ZONE` has those with peaks only outside all zones. */
export function combinationWells(evaluated: Evaluated | null): (label: string) => CombinationWells {
  if (evaluated === null) return () => NOTHING;
  const now = Map.groupBy(evaluated.wells, hitText);
  const before = Map.groupBy(evaluated.before.values(), hitText);
  return (label) => {
    const wells = now.get(label) ?? [];
    return {
      wells,
      byCase: Map.groupBy(wells, ({ rule }) =>
        rule === null ? null : (evaluated.rules[rule]?.caseIndex ?? null),
      ),
      change: wells.length - (before.get(label)?.length ?? 0),
      outside: wells.filter(hasOutside).length,
    };
  };
}

export type Shown = 'seen' | 'without' | 'all';

export interface CombinationLists {
  readonly seen: readonly string[];
  readonly without: readonly string[];
  readonly all: readonly string[];
}

/** The combinations of each filter. “Seen” means with a diagnostic or with a well of the run. */
export function combinationLists(draft: ChannelDraft, evaluated: Evaluated | null): CombinationLists {
  const all = combinationLabels(lettersOf(draft));
  const shown = new Set(evaluated?.wells.map(hitText));
  return {
    all,
    seen: all.filter((label) => draft.combinations.has(label) || shown.has(label)),
    without: all.filter((label) => !draft.combinations.has(label)),
  };
}

/** Samples and standards whose combination gives no diagnostic, by label. */
export function unsettledWells(evaluated: Evaluated | null): ReadonlyMap<string, readonly EvaluatedWell[]> {
  const open = (evaluated?.wells ?? []).filter(
    ({ sampleType, diagnostic }) =>
      diagnostic === null && sampleType !== 'NEGATIVE_TEST' && sampleType !== 'POSITIVE_TEST',
  );
  return Map.groupBy(open, hitText);
}

/**
 * Whether these wells have no diagnostic because the rule of their combination uses shapes, and the run has too few standards
 * for them. Without such a rule, standards would not give them a diagnostic.
 */
export const lackStandards = (wells: readonly EvaluatedWell[], rule: CombinationDraft | undefined): boolean =>
  rule?.cases.some(usesShape) === true &&
  wells.every(({ shape }) => shape?.fault === 'missing-reference' || shape?.fault === 'single-reference');

/** Whether the rule gives every well of its combination a diagnostic, so that a well without one has another reason. */
export const coversAll = (rule: CombinationDraft | undefined): boolean =>
  rule !== undefined &&
  (rule.otherwise !== null || rule.cases.some(({ expressions }) => expressions.length === 0));
