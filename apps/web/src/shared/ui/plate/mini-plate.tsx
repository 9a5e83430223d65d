import {
  PLATE_SIZE,
  platePositions,
  type PlateType,
  type Position,
  type SampleType,
} from '@curvewell/domain';

import classes from './mini-plate.module.css';
import { SampleShape } from './sample-shape.tsx';

export interface MiniWell {
  readonly sampleType: SampleType | null;
  readonly isSet: boolean;
}

interface MiniPlateProps {
  readonly plateType: PlateType;
  readonly wells: ReadonlyMap<Position, MiniWell>;
  /** Wells that are about to change. */
  readonly marked: ReadonlySet<Position>;
  /** Accessible description. */
  readonly label: string;
}

/** Distance between wells of a 384-well plate, px. A well of a 96-well plate covers four of them. */
const PITCH = 12;

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
