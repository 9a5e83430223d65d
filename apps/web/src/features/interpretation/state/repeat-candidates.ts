import { comparePositions, isSample, type InterpretedWell, type Position, type Run } from '@curvewell/domain';

import type { RepeatCandidate } from '../../../data/repeat-list.ts';
import { text } from '../../../locale/text.ts';
import { reviewWells, type ReviewWell } from './review-wells.ts';

const words = text.repeatList;
/** Characters. */
const MAX_NOTE = 300;

interface Repeating {
  readonly interpreted: readonly InterpretedWell[];
  /** Chosen by the reader. */
  readonly selected: ReadonlySet<Position>;
}

/**
 * The named samples of a run to repeat: held by a failed control or without a result in any channel, or selected.
 * A well is listed once, under the gravest reason.
 */
export function repeatCandidates(run: Run, { interpreted, selected }: Repeating): readonly RepeatCandidate[] {
  const wells = run.analyses
    .flatMap(({ channel }) => reviewWells(run, { interpreted, channel }))
    .filter(({ sampleType }) => isSample(sampleType));
  const candidates = wells.flatMap((well) => candidateOf(well, selected.has(well.position)) ?? []);
  const gravestLast = candidates
    .toSorted((first, second) => GRAVEST.indexOf(first.reason) - GRAVEST.indexOf(second.reason))
    .toReversed();
  return [...new Map(gravestLast.map((one) => [one.position, one])).values()].sort((first, second) =>
    comparePositions(first.position, second.position),
  );
}

const GRAVEST: readonly RepeatCandidate['reason'][] = ['FAILED_CONTROL', 'NO_RESULT', 'CHOSEN'];

function candidateOf(review: ReviewWell, isSelected: boolean): RepeatCandidate | null {
  const { position, heldBy, unresolved } = review;
  const { name, orderId, kitVersion } = review.well;
  if (name === null || kitVersion === null) return null;
  const of = { position, name, orderId, kit: kitVersion.kit.name };
  if (heldBy !== null) return { ...of, reason: 'FAILED_CONTROL', note: noteOnControls(heldBy) };
  if (hasNoResult(review))
    return { ...of, reason: 'NO_RESULT', note: unresolved?.slice(0, MAX_NOTE) ?? null };
  return isSelected ? { ...of, reason: 'CHOSEN', note: null } : null;
}

/** Also one with a comment, which resolves the well but gives neither it nor its sample a result. */
const hasNoResult = ({ shown, unresolved, sample }: ReviewWell): boolean =>
  unresolved !== null || (shown?.diagnosticColor ?? null) === null || (sample?.fault ?? null) !== null;

const noteOnControls = (controls: readonly Position[]): string | null =>
  controls.length === 0 ? null : words.heldBy(controls.join(', ')).slice(0, MAX_NOTE);
