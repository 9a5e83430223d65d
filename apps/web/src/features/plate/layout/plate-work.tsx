import { useElementSize, useViewportSize } from '@mantine/hooks';
import { createContext, use, useMemo, type CSSProperties, type ReactNode } from 'react';

import type { PlateUse } from '../plate-geometry.ts';
import { plateWorkLayout, type WorkLayout } from './plate-work-layout.ts';
import classes from './plate-work.module.css';

interface PlateWorkProps {
  readonly use: PlateUse;
  /** Height of further lines above the plate, px. */
  readonly linesAbove?: number;
  readonly plate: ReactNode;
  /** Beside the plate or below it. */
  readonly panel: ReactNode;
  /** As a sheet below the plate: open, or only its header until it gets the focus. */
  readonly isPanelOpen: boolean;
  /** The panel is a large chart; the plate is small or, without columns, hidden. */
  readonly isChartLarge?: boolean;
}

interface PlateWorkPlace extends WorkLayout {
  readonly isPanelOpen: boolean;
}

const PlateWorkContext = createContext<PlateWorkPlace | null>(null);

export function usePlateWork(): PlateWorkPlace {
  const place = use(PlateWorkContext);
  if (!place) throw new Error('There is no screen with a plate here.');
  return place;
}

/** A plate and its panel. Their sizes depend only on the window. */
export function PlateWork({
  use: plateUse,
  linesAbove = 0,
  plate,
  panel,
  isPanelOpen,
  isChartLarge = false,
}: PlateWorkProps) {
  const window = useViewportSize();
  const { ref, width, height } = useElementSize();
  const layout = useMemo(
    () => plateWorkLayout({ window, work: { width, height }, use: plateUse, linesAbove, isChartLarge }),
    [window, width, height, plateUse, linesAbove, isChartLarge],
  );
  const place = useMemo(() => ({ ...layout, isPanelOpen }), [layout, isPanelOpen]);
  const { arrangement, columns, gap } = layout;
  // React's types lack custom properties.
  const style = { '--columns': columns, '--gap': `${gap}px` } as CSSProperties;
  return (
    <div
      ref={ref}
      className={classes['work']}
      style={style}
      data-arrangement={arrangement}
      data-open={isPanelOpen || undefined}
      data-chart={isChartLarge ? 'large' : undefined}
    >
      {width > 0 && (
        <PlateWorkContext value={place}>
          <div className={classes['plate']}>{plate}</div>
          <div className={classes['side']} data-print={plateUse === 'configuration' ? 'none' : undefined}>
            {panel}
          </div>
        </PlateWorkContext>
      )}
    </div>
  );
}
