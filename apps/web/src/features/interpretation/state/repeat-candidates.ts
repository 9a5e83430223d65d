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
  return [...Map.groupBy(wells, ({ position }) => position)]
    .flatMap(([position, channels]) => candidateOf(channels, selected.has(position)) ?? [])
    .sort((first, second) => comparePositions(first.position, second.position));
}

function candidateOf(channels: readonly ReviewWell[], isSelected: boolean): RepeatCandidate | null {
  const [{ position, well } = {}] = channels;
  if (position === undefined || well === undefined || well.name === null || well.kitVersion === null)
    return null;
  const held = channels.find(({ heldBy }) => heldBy !== null);
  const open = channels.find(hasNoResult);
  if (held === undefined && open === undefined && !isSelected) return null;
  return {
    position,
    name: well.name,
    orderId: well.orderId,
    kit: well.kitVersion.kit.name,
    ...(held !== undefined
      ? { reason: 'FAILED_CONTROL', note: noteOnControls(held.heldBy ?? []) }
      : open !== undefined
        ? { reason: 'NO_RESULT', note: open.unresolved?.slice(0, MAX_NOTE) ?? null }
        : { reason: 'CHOSEN', note: null }),
  };
}

/** Also one with a comment, which resolves the well but gives neither it nor its sample a result. */
const hasNoResult = ({ shown, unresolved, sample }: ReviewWell): boolean =>
  unresolved !== null || (shown?.diagnosticColor ?? null) === null || (sample?.fault ?? null) !== null;

const noteOnControls = (controls: readonly Position[]): string | null =>
  controls.length === 0 ? null : words.heldBy(controls.join(', ')).slice(0, MAX_NOTE);
