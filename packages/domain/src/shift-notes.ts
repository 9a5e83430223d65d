import type { CalledWell } from './interpretation.ts';
import { comparePositions } from './plate.ts';
import type { RunDoubts, RunFact } from './run-check.ts';
import type { Well } from './run.ts';
import { isShiftUnavailable, type TmShift, tmShiftText } from './tm-shift.ts';

/** A well as it was set, and as it was called. */
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

/** The shift of each kit version, buffer and channel; kits that do not ask for it have none. */
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

/** How zones followed the controls of the plate, or why nothing was to be moved, with the controls that were compared. */
export const shiftNotes = (wells: readonly ShiftedWell[]): RunDoubts['plate'] =>
  shiftsOf(wells)
    .filter(({ tmShift }) => !isShiftUnavailable(tmShift))
    .map((one) => ({
      // The list of notes ends each with a full stop.
      text: `${one.assay}: ${tmShiftText(one.tmShift).replace(/\.$/, '')}`,
      positions: positionsOf(one.wells.filter(wasCompared)),
    }));

/** Zones that should have followed the controls and could not, with the wells that are read by zones as they are. */
export const shiftFacts = (wells: readonly ShiftedWell[]): RunFact[] =>
  shiftsOf(wells)
    .filter(({ tmShift }) => isShiftUnavailable(tmShift))
    .map((one) => ({
      kind: 'tmShift',
      text: `${one.assay}: ${tmShiftText(one.tmShift)}`,
      short: `${one.assay}: zones not moved`,
      positions: positionsOf(one.wells),
    }));

/** The zones moved by it, or it failed by them. */
const wasCompared = ({ called: { explanation } }: ShiftedWell): boolean =>
  explanation.flags.some(({ code }) => code === 'tm-shift-beyond') ||
  explanation.tmShift?.ofOthers !== undefined;

const positionsOf = (wells: readonly ShiftedWell[]): Well['position'][] =>
  wells.map(({ well }) => well.position).sort(comparePositions);
