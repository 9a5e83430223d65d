import { PLATE_SIZE, type PlateType } from '@curvewell/domain';
import { Skeleton } from '@mantine/core';
import type { CSSProperties } from 'react';

import { text } from '../../locale/text.ts';
import { PlateBar, PlatePanel } from '../../shared/ui/plate/plate-layout.tsx';
import type { PlateGeometry } from '../plate/plate-geometry.ts';
import { PlateRoom } from '../plate/layout/plate-room.tsx';
import { PlateWork } from '../plate/layout/plate-work.tsx';
import classes from './review-skeleton.module.css';

/** A skeleton of plate and chart while a run loads; null if the plate type is not known yet. */
export function ReviewSkeleton({ plateType }: { readonly plateType: PlateType | null }) {
  return (
    <div aria-busy="true" className={classes['busy']}>
      <PlateWork
        use="interpretation"
        plate={<PlateOf plateType={plateType} />}
        panel={
          <PlatePanel aria-label={text.interpretation.tabs.label}>
            <PlateBar />
            <div className={classes['axes']} />
            <Skeleton className={classes['line']} />
            <Skeleton className={classes['line']} w="60%" />
          </PlatePanel>
        }
        isPanelOpen={false}
      />
    </div>
  );
}

function PlateOf({ plateType }: { readonly plateType: PlateType | null }) {
  const { rowCount, columnCount } = PLATE_SIZE[plateType ?? 'RECTANGULAR_384'];
  return (
    <PlatePanel aria-label={plateType ? text.plate.plate(rowCount * columnCount) : text.common.loading}>
      <PlateBar />
      <PlateRoom plateType={plateType ?? 'RECTANGULAR_384'} use="interpretation">
        {(geometry) => (
          <div
            className={classes['wells']}
            data-plate={plateType ?? undefined}
            // Both plate types take the same space.
            style={wellsAt(geometry)}
          />
        )}
      </PlateRoom>
      <div className={classes['status']} />
      <div className={classes['caption']} />
    </PlatePanel>
  );
}

const wellsAt = ({ pitch, shape, headWidth, headHeight, frameWidth, frameHeight }: PlateGeometry) =>
  // React's types lack custom properties.
  ({
    '--pitch': `${pitch}px`,
    '--radius': `${shape / 2}px`,
    width: frameWidth - headWidth,
    height: frameHeight - headHeight,
    margin: `${headHeight}px auto 0`,
    translate: `${headWidth / 2}px`,
  }) as CSSProperties;
