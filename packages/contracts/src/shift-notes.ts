import type { CalledWell } from './interpretation.ts';
import { comparePositions } from './plate.ts';
import type { RunDoubts } from './run-check.ts';
import type { Well } from './run.ts';
import { tmShiftText } from './tm-shift.ts';

/** A well as it was set, and as it was called. */
interface ShiftedWell {
  readonly well: Pick<Well, 'kitVersion' | 'reactionBuffer' | 'channel' | 'position'>;
  readonly called: Pick<CalledWell, 'explanation'>;
}

/**
 * How the zones of each kit version, buffer and channel followed the controls of the plate, with the controls that were
 * compared. Kits that do not ask for it have none.
 */
export function shiftNotes(wells: readonly ShiftedWell[]): RunDoubts['plate'] {
  const assays = Map.groupBy(wells, ({ well: { kitVersion, reactionBuffer, channel } }) =>
    JSON.stringify([kitVersion?.id, reactionBuffer?.id, channel]),
  );
  return [...assays.values()].flatMap((ofAssay) => {
    const [first] = ofAssay;
    const tmShift = first?.called.explanation.tmShift;
    if (first === undefined || tmShift === undefined) return [];
    const { kitVersion, channel } = first.well;
    const kit = kitVersion === null ? '' : `${kitVersion.kit.name} ${kitVersion.version}, `;
    // The list of notes ends each with a full stop.
    const said = tmShiftText(tmShift).replace(/\.$/, '');
    return [{ text: `${kit}${channel}: ${said}`, positions: comparedIn(ofAssay) }];
  });
}

/** The controls that the zones moved by, or that failed by them. */
const comparedIn = (wells: readonly ShiftedWell[]): Well['position'][] =>
  wells
    .filter(({ called: { explanation } }) => {
      const failed = explanation.flags.some(({ code }) => code === 'tm-shift-beyond');
      return failed || explanation.tmShift?.ofOthers !== undefined;
    })
    .map(({ well }) => well.position)
    .sort(comparePositions);
