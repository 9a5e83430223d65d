import { platePositions, type PlateType } from '@curvewell/domain';
import { Skeleton } from '@mantine/core';
import type { CSSProperties } from 'react';

import { text } from '../../locale/text.ts';
import { PlateBar, PlatePanel } from '../../shared/ui/plate/plate-layout.tsx';
import { PlateRoom } from '../plate/layout/plate-room.tsx';
import classes from './setup-skeleton.module.css';
import { PlateWork } from '../plate/layout/plate-work.tsx';

/** A skeleton of the plate while a run loads; null if the plate type is not known yet. */
export function SetupSkeleton({ plateType }: { readonly plateType: PlateType | null }) {
  const positions = platePositions(plateType ?? 'RECTANGULAR_96');
  return (
    <PlateWork
      use="configuration"
      plate={
        <PlatePanel aria-label={text.plate.plate(positions.length)} aria-busy>
          <PlateBar>
            <Skeleton height={12} width={260} />
          </PlateBar>
          <PlateRoom plateType={plateType ?? 'RECTANGULAR_96'} use="configuration">
            {({ columnCount, pitch, headWidth, headHeight, frameWidth }) => {
              const style: CSSProperties = {
                gridTemplateColumns: `repeat(${columnCount}, ${pitch}px)`,
                gridAutoRows: pitch,
                width: frameWidth,
                padding: `${headHeight}px 0 0 ${headWidth}px`,
              };
              return (
                <div className={classes['wells']} style={style}>
                  {positions.map((position) => (
                    <span key={position} />
                  ))}
                </div>
              );
            }}
          </PlateRoom>
        </PlatePanel>
      }
      panel={<PlatePanel aria-label={text.wells.panel} aria-busy />}
      isPanelOpen={false}
    />
  );
}
