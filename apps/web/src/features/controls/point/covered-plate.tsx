import type { ControlReading } from '@curvewell/contracts';
import { PLATE_SIZE, platePositions, rowLetter } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import { SampleShape } from '../../../shared/ui/plate/sample-shape.tsx';
import styles from '../controls.module.css';

interface CoveredPlateProps {
  readonly reading: ControlReading;
  readonly isMarking: boolean;
}

/** Width of the shape of the control, px. */
const SHAPE = { RECTANGULAR_96: 14, RECTANGULAR_384: 10 } as const;

/** A small plate with a control, in the shape of its sample type, and the wells that it covers. */
export function CoveredPlate({ reading, isMarking }: CoveredPlateProps) {
  const { plateType, position, marks, sampleType } = reading;
  const { rowCount, columnCount } = PLATE_SIZE[plateType];
  const covered = new Set(marks);
  const columns = Array.from({ length: columnCount }, (_, column) => column + 1);
  return (
    <div
      role="img"
      aria-label={`${text.controls.point.plate}: ${marks.join(', ')}`}
      className={styles['plate']}
      data-many={plateType === 'RECTANGULAR_384' || undefined}
      style={{ gridTemplateColumns: `auto repeat(${columnCount}, 1fr)` }}
    >
      <i />
      {columns.map((column) => (
        <span key={column}>{column}</span>
      ))}
      {Array.from({ length: rowCount }, (_, row) => [
        <span key={`row${row}`}>{rowLetter(row)}</span>,
        ...platePositions(plateType)
          .slice(row * columnCount, (row + 1) * columnCount)
          .map((well) => (
            <i
              key={well}
              className={styles['well']}
              data-control={well === position || undefined}
              data-covered={covered.has(well) || undefined}
              data-marked={isMarking || undefined}
            >
              {well === position && <SampleShape type={sampleType} size={SHAPE[plateType]} />}
            </i>
          )),
      ])}
    </div>
  );
}
