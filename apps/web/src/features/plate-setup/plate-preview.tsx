import {
  isWellSet,
  PLATE_SIZE,
  platePositions,
  type PlateType,
  type Position,
  type SampleType,
} from '@curvewell/domain';
import { useMemo } from 'react';

import { text } from '../../locale/text.ts';
import type { PlateDraft } from './draft/plate-draft.ts';
import classes from './mini-plate.module.css';
import { SampleShape } from '../../shared/ui/plate/sample-shape.tsx';

/** Distance between wells of a 384-well plate, px. A well of a 96-well plate covers four of them. */
const PITCH = 12;

interface PlatePreviewProps {
  readonly plateType: PlateType;
  readonly plate: PlateDraft;
  readonly changed: readonly Position[];
}

export function PlatePreview({ plateType, plate, changed }: PlatePreviewProps) {
  const wells = useMemo(
    () =>
      new Map(
        [...plate].map(([position, well]) => [
          position,
          { sampleType: well.sampleType, isSet: isWellSet(well) },
        ]),
      ),
    [plate],
  );
  return (
    <MiniPlate
      plateType={plateType}
      wells={wells}
      marked={new Set(changed)}
      label={text.wells.willChange(changed.length)}
    />
  );
}

interface MiniWell {
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

function MiniPlate({ plateType, wells, marked, label }: MiniPlateProps) {
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
