import { Skeleton } from '@mantine/core';

import { PlatePanel } from '../../shared/ui/plate-layout.tsx';
import { text } from '../../locale/text.ts';
import classes from './review-skeleton.module.css';

const ROWS = 8;
const COLUMNS = 12;
const WELLS = Array.from({ length: ROWS * COLUMNS }, (_, index) => index);

/** Where the wells and the chart of a run will be while it is loaded. */
export function ReviewSkeleton() {
  return (
    <div aria-busy="true" className={classes['work']}>
      <PlatePanel aria-label={text.plate.plate(WELLS.length)}>
        <div className={classes['wells']}>
          {WELLS.map((well) => (
            <Skeleton key={well} circle className={classes['well']} />
          ))}
        </div>
      </PlatePanel>
      <PlatePanel aria-label={text.interpretation.tabs.label}>
        <div className={classes['axes']} />
        <Skeleton className={classes['line']} />
        <Skeleton className={classes['line']} w="60%" />
      </PlatePanel>
    </div>
  );
}
