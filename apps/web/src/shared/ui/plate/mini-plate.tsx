import {
  PLATE_SIZE,
  platePositions,
  type PlateType,
  type Position,
  type SampleType,
} from '@curvewell/domain';

import classes from './mini-plate.module.css';
import { SampleShape } from './sample-shape.tsx';

/** What a preview shows of a well. */
export interface MiniWell {
  readonly sampleType: SampleType | null;
  readonly isSet: boolean;
}

interface MiniPlateProps {
  readonly plateType: PlateType;
  readonly wells: ReadonlyMap<Position, MiniWell>;
  /** Marked: what is about to change. */
  readonly marked: ReadonlySet<Position>;
  /** What the picture says, in words. */
  readonly label: string;
}

/** From one well of 384 to the next, px; a well of 96 is exactly four of them. */
const PITCH = 12;

/** A plate as a small picture. */
export function MiniPlate({ plateType, wells, marked, label }: MiniPlateProps) {
  const { columnCount } = PLATE_SIZE[plateType];
  const pitch = plateType === 'RECTANGULAR_384' ? PITCH : 2 * PITCH;
  return (
    <div
      role="img"
      aria-label={label}
      className={classes['plate']}
      style={{ gridTemplateColumns: `repeat(${columnCount}, ${pitch}px)`, gridAutoRows: pitch }}
    >
      {platePositions(plateType).map((position) => {
        const well = wells.get(position);
        return (
          <i
            key={position}
            className={classes['well']}
            data-absent={well === undefined || undefined}
            data-set={well?.isSet === true || undefined}
            data-marked={marked.has(position) || undefined}
          >
            {well?.sampleType && <SampleShape type={well.sampleType} size={pitch / 2} />}
          </i>
        );
      })}
    </div>
  );
}
