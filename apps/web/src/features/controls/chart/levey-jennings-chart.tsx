import { memo, useMemo } from 'react';
import { Line, ReferenceArea, ReferenceLine } from 'recharts';

import { text } from '../../../locale/text.ts';
import { ChartFrame } from '../../chart/chart-frame.tsx';
import type { ChartScale, ChartSize } from '../../chart/chart-scale.ts';
import {
  drawnSd,
  layoutOf,
  namedRuns,
  ordinateTicks,
  scaleOf,
  type ChartLayout,
  type ChartSeries,
} from './chart-layout.ts';
import { ChartMarks } from './chart-marks.tsx';
import { type ChartMeasure, figure, signed } from '../control-words.ts';
import styles from '../controls.module.css';

const words = text.controls;

interface ChartProps {
  readonly series: ChartSeries;
  readonly measure: ChartMeasure;
  readonly size: ChartSize;
  readonly focusedId: string | null;
  readonly onFocus: (readingId: string) => void;
}

/** Levey-Jennings chart: the readings of a control in order, with mean and standard deviations. */
export function LeveyJenningsChart({ series, measure, size, focusedId, onFocus }: ChartProps) {
  const layout = useMemo(() => layoutOf(series), [series]);
  const scale = useMemo(() => scaleOf(layout, size), [layout, size]);
  return (
    <div
      className={styles['chart']}
      style={size}
      onClick={({ currentTarget, clientX, clientY }) => {
        const { left, top } = currentTarget.getBoundingClientRect();
        const spot = { x: clientX - left - scale.margin.left, y: clientY - top - scale.margin.top };
        const near = nearestPoint(spot, { series, layout, scale });
        if (near !== null) onFocus(near);
      }}
    >
      <Frame series={series} measure={measure} layout={layout} scale={scale} />
      <ChartMarks series={series} measure={measure} layout={layout} scale={scale} focusedId={focusedId} />
    </div>
  );
}

interface Drawn extends Pick<ChartProps, 'series'> {
  readonly layout: ChartLayout;
  readonly scale: ChartScale;
}

function nearestPoint(
  { x, y }: { readonly x: number; readonly y: number },
  { series, layout, scale }: Drawn,
): string | null {
  let nearest: { id: string; distance: number } | null = null;
  for (const [index, { value, readingId }] of series.points.entries()) {
    if (value === null) continue;
    const distance = Math.hypot(scale.toX(layout.runs[index] ?? 0) - x, scale.toY(value) - y);
    if (nearest === null || distance < nearest.distance) nearest = { id: readingId, distance };
  }
  return nearest?.id ?? null;
}

/** Axes, backgrounds and lines, redrawn only when readings or size change. */
const Frame = memo(function Frame({ series, measure, layout, scale }: Drawn & Pick<ChartProps, 'measure'>) {
  const { limits } = series.reference;
  const sds = limits === null ? [] : drawnSd(measure);
  const at = (sd: number) => (limits?.mean ?? 0) + sd * (limits?.sd ?? 0);
  const data = series.points.flatMap(({ value }, index) =>
    value === null ? [] : [{ x: layout.runs[index] ?? 0, y: value }],
  );
  const { ticks, decimals } = ordinateTicks(series, { measure, domain: layout.domain });
  const names = series.points.map(({ businessId }) => businessId);
  return (
    <ChartFrame
      scale={scale}
      x={{
        ticks: namedRuns(layout.runCount, scale),
        title: words.run,
        format: (run) => String(names[layout.runs.indexOf(run)] ?? ''),
      }}
      y={{
        ticks,
        title: words.axis[measure],
        format: (value) => figure(value, measure, decimals),
      }}
      hasGrid={false}
    >
      {limits !== null &&
        [2, 1].map((sd) => (
          <ReferenceArea
            key={sd}
            y1={at(-sd)}
            y2={at(measure === 'quality' ? 0 : sd)}
            fill="var(--zone-odd)"
            fillOpacity={1}
            ifOverflow="hidden"
          />
        ))}
      {sds.map((sd) => (
        <ReferenceLine
          key={sd}
          y={at(sd)}
          {...lineOf(sd)}
          label={{
            value: sd === 0 ? words.mean : words.sd(signed(sd, 0)),
            position: 'right',
            fontSize: 11,
            fontWeight: sd === 0 ? 600 : 400,
            fill: Math.abs(sd) < 2 ? 'var(--ink2)' : lineOf(sd).stroke,
          }}
        />
      ))}
      <Line
        data={data}
        dataKey="y"
        type="linear"
        dot={false}
        activeDot={false}
        isAnimationActive={false}
        stroke="var(--ink3)"
        strokeWidth={1}
        strokeOpacity={0.7}
      />
    </ChartFrame>
  );
});

/** ± 3 SD dashed, ± 2 SD dotted, the mean solid. */
function lineOf(sd: number): { readonly stroke: string; readonly strokeDasharray?: string } {
  if (Math.abs(sd) === 3) return { stroke: 'var(--danger)', strokeDasharray: '7 4' };
  if (Math.abs(sd) === 2) return { stroke: 'var(--warning)', strokeDasharray: '3 3' };
  return { stroke: sd === 0 ? 'var(--ink2)' : 'var(--grid)' };
}
