import type { CalledWell } from './interpretation.ts';
import { comparePositions } from '../plate/plate.ts';
import type { RunDoubts, RunFact } from '../run/run-check.ts';
import type { Well } from '../run/run.ts';
import { isShiftUnavailable, type TmShift, tmShiftText } from '../settings/tm-shift.ts';

interface ShiftedWell {
  readonly well: Pick<Well, 'kitVersion' | 'reactionBuffer' | 'channel' | 'position'>;
  readonly called: Pick<CalledWell, 'explanation'>;
}

interface ShiftOfAssay {
  readonly tmShift: TmShift;
  /** “LCT-13910 v2, FAM” */
  readonly assay: string;
  readonly wells: readonly ShiftedWell[];
}

/** The shift of each kit version, buffer and channel with Tm shift correction. */
function shiftsOf(wells: readonly ShiftedWell[]): ShiftOfAssay[] {
  const assays = Map.groupBy(wells, ({ well: { kitVersion, reactionBuffer, channel } }) =>
    JSON.stringify([kitVersion?.id, reactionBuffer?.id, channel]),
  );
  return [...assays.values()].flatMap((ofAssay) => {
    const [first] = ofAssay;
    const tmShift = first?.called.explanation.tmShift;
    if (first === undefined || tmShift === undefined) return [];
    const { kitVersion, channel } = first.well;
    const kit = kitVersion === null ? '' : `${kitVersion.kit.name} ${kitVersion.version}, `;
    return [{ tmShift, assay: `${kit}${channel}`, wells: ofAssay }];
  });
}

/** The Tm shift of the plate, or why zones did not move, with the compared controls. */
export const shiftNotes = (wells: readonly ShiftedWell[]): RunDoubts['plate'] =>
  shiftsOf(wells)
    .filter(({ tmShift }) => !isShiftUnavailable(tmShift))
    .map((one) => ({
      // The list of notes adds the full stops.
      text: `${one.assay}: ${tmShiftText(one.tmShift).replace(/\.$/, '')}`,
      positions: positionsOf(one.wells.filter(wasCompared)),
    }));

/** Zones whose Tm shift could not be corrected, with the wells that use them. */
export const shiftFacts = (wells: readonly ShiftedWell[]): RunFact[] =>
  shiftsOf(wells)
    .filter(({ tmShift }) => isShiftUnavailable(tmShift))
    .map((one) => ({
      kind: 'tmShift',
      text: `${one.assay}: ${tmShiftText(one.tmShift)}`,
      short: `${one.assay}: zones not moved`,
      positions: positionsOf(one.wells),
    }));

/** The control contributed to the shift, or failed because of it. */
const wasCompared = ({ called: { explanation } }: ShiftedWell): boolean =>
  explanation.flags.some(({ code }) => code === 'tm-shift-beyond') ||
  explanation.tmShift?.ofOthers !== undefined;

const positionsOf = (wells: readonly ShiftedWell[]): Well['position'][] =>
  wells.map(({ well }) => well.position).sort(comparePositions);
