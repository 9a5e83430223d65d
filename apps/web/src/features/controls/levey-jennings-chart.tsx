import { memo, useMemo } from 'react';
import { Line, LineChart, ReferenceArea, ReferenceLine, XAxis, YAxis } from 'recharts';

import { text } from '../../locale/text.ts';
import {
  drawnSd,
  layoutOf,
  MARGIN,
  namedRuns,
  ordinateTicks,
  placeIn,
  type ChartLayout,
  type ChartSeries,
} from './chart-layout.ts';
import { ChartMarks } from './chart-marks.tsx';
import { type ChartMeasure, figure, signed } from './control-words.ts';
import styles from './controls.module.css';

const words = text.controls;

interface ChartProps {
  readonly series: ChartSeries;
  readonly measure: ChartMeasure;
  readonly size: { readonly width: number; readonly height: number };
  readonly focusedId: string | null;
  readonly onFocus: (readingId: string) => void;
}

/** Levey and Jennings: the readings of a control one after the other, with mean and standard deviations. */
export function LeveyJenningsChart({ series, measure, size, focusedId, onFocus }: ChartProps) {
  const layout = useMemo(() => layoutOf(series), [series]);
  const place = useMemo(() => placeIn(layout, size), [layout, size]);
  return (
    <div className={styles['chart']} style={size}>
      <Frame series={series} measure={measure} layout={layout} width={size.width} height={size.height} />
      <ChartMarks
        {...{ series, measure, layout, place, size, focusedId }}
        onPick={(x, y) => {
          const near = nearestPoint({ series, layout, place, x, y });
          if (near !== null) onFocus(near);
        }}
      />
    </div>
  );
}

interface Pointed extends Pick<ChartProps, 'series'> {
  readonly layout: ChartLayout;
  readonly place: ReturnType<typeof placeIn>;
  readonly x: number;
  readonly y: number;
}

function nearestPoint({ series, layout, place, x, y }: Pointed): string | null {
  let nearest: { id: string; distance: number } | null = null;
  for (const [index, { value, readingId }] of series.points.entries()) {
    if (value === null) continue;
    const distance = Math.hypot(place.x(layout.runs[index] ?? 0) - x, place.y(value) - y);
    if (nearest === null || distance < nearest.distance) nearest = { id: readingId, distance };
  }
  return nearest?.id ?? null;
}

const tick = { fill: 'var(--ink2)', fontSize: 11 };

interface FrameProps extends Pick<ChartProps, 'series' | 'measure'> {
  readonly layout: ChartLayout;
  readonly width: number;
  readonly height: number;
}

/** Axes, grounds and lines: drawn again only when the readings or the room are others. */
const Frame = memo(function Frame({ series, measure, layout, width, height }: FrameProps) {
  const { limits } = series.reference;
  const sds = limits === null ? [] : drawnSd(measure);
  const at = (sd: number) => (limits?.mean ?? 0) + sd * (limits?.sd ?? 0);
  const data = series.points.flatMap(({ value }, index) =>
    value === null ? [] : [{ run: layout.runs[index] ?? 0, value }],
  );
  const { ticks, decimals } = ordinateTicks(series, { measure, domain: layout.domain });
  const names = series.points.map(({ businessId }) => businessId);
  return (
    <LineChart
      width={width}
      height={height}
      data={data}
      margin={{ left: 0, top: MARGIN.top, right: MARGIN.right, bottom: 10 }}
      accessibilityLayer={false}
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
      <XAxis
        dataKey="run"
        type="number"
        domain={[-0.5, Math.max(0.5, layout.runCount - 0.5)]}
        ticks={namedRuns(layout.runCount, width)}
        tickFormatter={(run: number) => String(names[layout.runs.indexOf(run)] ?? '')}
        height={MARGIN.bottom - 10}
        interval={0}
        tickSize={4}
        tickMargin={3}
        stroke="var(--control)"
        tick={tick}
        label={{ ...LABEL, value: words.run, position: 'insideBottom', offset: -6 }}
      />
      <YAxis
        type="number"
        domain={[...layout.domain]}
        ticks={[...ticks]}
        allowDataOverflow
        width={MARGIN.left}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={tick}
        tickFormatter={(value: number) => figure(value, measure, decimals)}
        label={{ ...LABEL, value: words.axis[measure], angle: -90, position: 'insideLeft', offset: 6 }}
      />
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
        dataKey="value"
        type="linear"
        dot={false}
        activeDot={false}
        isAnimationActive={false}
        stroke="var(--ink3)"
        strokeWidth={1}
        strokeOpacity={0.7}
      />
    </LineChart>
  );
});

const LABEL = { fill: 'var(--ink2)', fontSize: 11, style: { textAnchor: 'middle' } } as const;

/** ± 3 SD dashed, ± 2 SD dotted, the mean plain. */
function lineOf(sd: number): { readonly stroke: string; readonly strokeDasharray?: string } {
  if (Math.abs(sd) === 3) return { stroke: 'var(--danger)', strokeDasharray: '7 4' };
  if (Math.abs(sd) === 2) return { stroke: 'var(--warning)', strokeDasharray: '3 3' };
  return { stroke: sd === 0 ? 'var(--ink2)' : 'var(--grid)' };
}
