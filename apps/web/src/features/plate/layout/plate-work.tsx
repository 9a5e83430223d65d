import { useElementSize, useViewportSize } from '@mantine/hooks';
import { createContext, use, useMemo, type CSSProperties, type ReactNode } from 'react';

import type { PlateUse } from '../plate-geometry.ts';
import { plateWorkLayout, type WorkLayout } from './plate-work-layout.ts';
import classes from './plate-work.module.css';

interface PlateWorkProps {
  readonly use: PlateUse;
  readonly plate: ReactNode;
  /** Docked beside the plate, or under it. */
  readonly panel: ReactNode;
  /** Under the plate: shown whole, or only its head until it is gone into. */
  readonly isPanelOpen: boolean;
}

interface PlateWorkPlace extends WorkLayout {
  readonly isPanelOpen: boolean;
}

const PlateWorkContext = createContext<PlateWorkPlace | null>(null);

/** How the screen around a plate is laid out. */
export function usePlateWork(): PlateWorkPlace {
  const place = use(PlateWorkContext);
  if (!place) throw new Error('There is no screen with a plate here.');
  return place;
}

/** A plate and its panel. The sizes of both depend on the window alone. */
export function PlateWork({ use: plateUse, plate, panel, isPanelOpen }: PlateWorkProps) {
  const window = useViewportSize();
  const { ref, width, height } = useElementSize();
  const layout = useMemo(
    () => plateWorkLayout({ window, work: { width, height }, use: plateUse }),
    [window, width, height, plateUse],
  );
  const place = useMemo(() => ({ ...layout, isPanelOpen }), [layout, isPanelOpen]);
  const { arrangement, columns, gap } = layout;
  // React's types know no custom properties.
  const style = { '--columns': columns, '--gap': `${gap}px` } as CSSProperties;
  return (
    <div
      ref={ref}
      className={classes['work']}
      style={style}
      data-arrangement={arrangement}
      data-open={isPanelOpen || undefined}
    >
      {width > 0 && (
        <PlateWorkContext value={place}>
          <div className={classes['plate']}>{plate}</div>
          <div className={classes['side']}>{panel}</div>
        </PlateWorkContext>
      )}
    </div>
  );
}
