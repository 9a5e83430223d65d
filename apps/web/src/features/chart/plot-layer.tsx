import type { ReactNode } from 'react';

import type { ChartScale } from './chart-scale.ts';
import classes from './chart.module.css';

interface PlotLayerProps {
  readonly scale: ChartScale;
  /** Clip at the edges of the plot. */
  readonly isClipped?: boolean;
  readonly children: ReactNode;
}

/** An SVG layer over the plot, in pixels of the plot. */
export function PlotLayer({ scale, isClipped = false, children }: PlotLayerProps) {
  const { margin, plotWidth, plotHeight } = scale;
  return (
    <svg
      className={classes['layer']}
      data-clipped={isClipped || undefined}
      style={{ left: margin.left, top: margin.top }}
      width={plotWidth}
      height={plotHeight}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
