import type { PlateType } from '@curvewell/domain';
import { useMemo, type ReactNode } from 'react';

import { plateGeometry, type PlateGeometry, type PlateUse } from '../plate-geometry.ts';
import classes from './plate-room.module.css';
import { usePlateWork } from './plate-work.tsx';

interface PlateRoomProps {
  readonly plateType: PlateType;
  readonly use: PlateUse;
  readonly children: (geometry: PlateGeometry) => ReactNode;
}

/** Measures the space for a plate and provides the plate's sizes. */
export function PlateRoom({ plateType, use, children }: PlateRoomProps) {
  const { room, arrangement, fixedPitch, minPitch } = usePlateWork();
  const geometry = useMemo(() => {
    const inRoom = plateGeometry(room, {
      plateType,
      use,
      fixedPitch: fixedPitch ?? undefined,
      minPitch,
    });
    // An open sheet reduces the space, but does not resize the plate.
    return { ...inRoom, isClipped: inRoom.isClipped || arrangement === 'sheet' };
  }, [room, arrangement, fixedPitch, minPitch, plateType, use]);
  return (
    <div
      className={classes['room']}
      data-arrangement={arrangement}
      data-fixed={fixedPitch !== null || undefined}
    >
      {children(geometry)}
    </div>
  );
}
