import type { PlateType } from '@curvewell/contracts';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useMemo, type ReactNode } from 'react';

import { plateGeometry, type PlateGeometry, type PlateUse } from './plate-geometry.ts';
import classes from './plate-room.module.css';

interface PlateRoomProps {
  readonly plateType: PlateType;
  readonly use: PlateUse;
  readonly children: (geometry: PlateGeometry) => ReactNode;
}

/** Room of a plate on a page that scrolls. */
const TALL = 2000;
/** The ring of the last well, px. */
const RING = 4;

/** The room that is left for a plate, and the sizes that it gives the plate. */
export function PlateRoom({ plateType, use, children }: PlateRoomProps) {
  const { ref, width, height } = useElementSize();
  const isNarrow = useMediaQuery('(width < 75em)');
  const geometry = useMemo(
    () => plateGeometry({ width: width - RING, height: isNarrow ? TALL : height - RING }, { plateType, use }),
    [width, height, isNarrow, plateType, use],
  );
  return (
    <div ref={ref} className={classes['room']}>
      {width > 0 && children(geometry)}
    </div>
  );
}
