import { type DyeCompensation, isMixed } from '../kit/dye-compensation.ts';
import type { CalledWell } from './interpretation.ts';
import { comparePositions } from '../plate/plate.ts';
import type { RunDoubts } from '../run/run-check.ts';
import type { Well } from '../run/run.ts';

/** “3 % of FAM in TEXAS_RED” */
const sharesText = (shares: DyeCompensation): string =>
  shares
    .filter(({ share }) => share > 0)
    .map(({ from, into, share }) => `${Number((100 * share).toFixed(2))} % of ${from} in ${into}`)
    .join(', ');

/** The shares subtracted from a well's readings; empty: none. */
export const compensationTexts = ({
  compensation,
}: {
  readonly compensation?: DyeCompensation | undefined;
}): string[] =>
  compensation === undefined ? [] : [`Readings compensated for cross-talk: ${sharesText(compensation)}.`];

interface Looked {
  readonly well: Pick<Well, 'position'>;
  readonly called: Pick<CalledWell, 'channel' | 'explanation'>;
}

/** The shares subtracted from the readings of a run, and the wells without correction. */
export function compensationNotes(wells: readonly Looked[]): RunDoubts['plate'] {
  const texts = new Set(wells.flatMap(({ called: { explanation } }) => compensationTexts(explanation)));
  const [text] = texts;
  if (text === undefined) return [];
  // All wells of a run have the same shares.
  const shares = wells.find(({ called }) => called.explanation.compensation !== undefined);
  const without = wells.filter(
    ({ called: { channel, explanation } }) =>
      explanation.compensation === undefined &&
      isMixed(channel, shares?.called.explanation.compensation ?? []),
  );
  // The list of notes adds the full stops.
  const note = text.replace(/\.$/, '');
  const positions = without.map(({ well }) => well.position).sort(comparePositions);
  return [{ text: positions.length === 0 ? note : `${note}, except wells that lack a channel`, positions }];
}
