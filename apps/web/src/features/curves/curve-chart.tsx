import type { ConstantPhaseInfo, Position, UsedTemplate } from '@curvewell/domain';
import { memo, useMemo } from 'react';
import { CartesianGrid, Line, LineChart, ReferenceArea, ReferenceLine, XAxis, YAxis } from 'recharts';

import { text } from '../../locale/text.ts';
import { BehindLayer, CanvasLayer, HighlightLayer } from './canvas-layer.tsx';
import {
  CodeLabels,
  CurveLines,
  PeakMarkers,
  ShiftLabel,
  ThresholdLabel,
  ZoneLabels,
} from './chart-marks.tsx';
import { ChartPointer } from './chart-pointer.tsx';
import { chartScale, MARGIN, X_AXIS_HEIGHT, type ChartScale, type ChartSize } from './chart-scale.ts';
import classes from './curve-chart.module.css';
import { TemplateAreas } from './template-areas.tsx';
import {
  drawOrder,
  fluorescenceTicks,
  MAX_LINES,
  temperatureTicks,
  zoomedDomain,
  type Curve,
  type Domain,
} from './curve-series.ts';
import { ZoomSliders, type Zoom } from './zoom-sliders.tsx';

export interface CurveChartProps {
  readonly size: ChartSize;
  readonly curves: readonly Curve[];
  /** Control wells, drawn grey behind. */
  readonly behind: readonly Curve[];
  readonly phase: ConstantPhaseInfo | null;
  /** Of the products of a single curve. */
  readonly templates?: readonly UsedTemplate[];
  readonly domain: Domain;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
  readonly hovered: Position | null;
  readonly onHover: (position: Position | null) => void;
  readonly onPick: (position: Position, options: { readonly toggle: boolean }) => void;
}

const NO_CURVES: readonly Curve[] = [];
const NO_TEMPLATES: readonly UsedTemplate[] = [];

/** Melting curves with zones, threshold and peaks. Up to twelve are lines, more are drawn on a canvas. */
export const CurveChart = memo(function CurveChart(props: CurveChartProps) {
  const { size, curves, phase, domain, zoom, hovered, templates = NO_TEMPLATES } = props;
  const shown = useMemo(() => zoomedDomain(domain, zoom), [domain, zoom]);
  const scale = useMemo(() => chartScale(size, shown), [size, shown]);
  const ordered = useMemo(() => drawOrder(curves), [curves]);
  const areLines = curves.length <= MAX_LINES;
  const hoveredCurve = curves.find(({ position }) => position === hovered) ?? null;
  const lone = curves.length === 1 ? (curves[0] ?? null) : null;

  return (
    <div className={classes['chart']} style={size}>
      <Axes size={size} phase={phase} shown={shown} />
      <BehindLayer scale={scale} curves={props.behind} />
      {lone && templates.length > 0 && (
        <svg {...plotOf(scale)} className={classes['lines']} aria-hidden="true">
          <TemplateAreas templates={templates} scale={scale} />
        </svg>
      )}
      <CanvasLayer scale={scale} curves={areLines ? NO_CURVES : ordered} isFaded={hoveredCurve !== null} />
      {areLines && (
        <svg {...plotOf(scale)} className={classes['lines']} aria-hidden="true">
          <CurveLines curves={ordered} scale={scale} hovered={hoveredCurve?.position ?? null} />
        </svg>
      )}
      <HighlightLayer scale={scale} curve={hoveredCurve} />
      <svg {...plotOf(scale)} className={classes['marks']} aria-hidden="true">
        <ZoneLabels phase={phase} scale={scale} />
        <ThresholdLabel phase={phase} scale={scale} />
        <ShiftLabel phase={phase} scale={scale} />
        {/* A single curve has its temperatures there; its result stands on its card. */}
        {areLines && !lone && <CodeLabels curves={curves} scale={scale} shown={shown} />}
      </svg>
      <ChartPointer {...props} scale={scale} hoveredCurve={hoveredCurve} />
      {lone && <PeakMarkers curve={lone} scale={scale} phase={phase} />}
      <ZoomSliders domain={domain} shown={shown} scale={scale} onZoom={props.onZoom} zoom={zoom} />
    </div>
  );
});

const plotOf = ({ plotWidth, plotHeight }: ChartScale) => ({
  style: { left: MARGIN.left, top: MARGIN.top },
  width: plotWidth,
  height: plotHeight,
});

const tick = { fill: 'var(--ink2)', fontSize: 11 };

interface AxesProps {
  readonly size: ChartSize;
  readonly phase: ConstantPhaseInfo | null;
  readonly shown: Domain;
}

/** What the curves lie on: drawn again only when the phase, the zoom or the room is another. */
const Axes = memo(function Axes({ size, phase, shown }: AxesProps) {
  return (
    <LineChart
      width={size.width}
      height={size.height}
      margin={{ left: 0, top: MARGIN.top, right: MARGIN.right, bottom: MARGIN.bottom - X_AXIS_HEIGHT }}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--grid)" />
      <XAxis
        dataKey="x"
        type="number"
        domain={[...shown.x]}
        ticks={[...temperatureTicks(shown.x)]}
        allowDataOverflow
        height={X_AXIS_HEIGHT}
        interval={0}
        tickSize={4}
        tickMargin={3}
        stroke="var(--control)"
        tick={tick}
        label={{
          value: text.curves.temperature,
          position: 'insideBottom',
          offset: 0,
          fill: 'var(--ink2)',
          fontSize: 11,
        }}
      />
      <YAxis
        type="number"
        domain={[...shown.y]}
        ticks={[...fluorescenceTicks(shown.y)]}
        allowDataOverflow
        width={MARGIN.left}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={tick}
        tickFormatter={shortNumber}
        label={{
          value: text.curves.fluorescence,
          angle: -90,
          position: 'insideLeft',
          offset: 6,
          fill: 'var(--ink2)',
          fontSize: 11,
          style: { textAnchor: 'middle' },
        }}
      />
      {zonesOf(phase, shown).map(({ name, from, to, fill }) => (
        <ReferenceArea key={name} x1={from} x2={to} fill={fill} fillOpacity={1} ifOverflow="hidden" />
      ))}
      {edgesOf(phase).map(({ key, x, isMoved }) => (
        <ReferenceLine
          key={key}
          x={x}
          {...(isMoved
            ? { stroke: 'var(--accent)', strokeWidth: 1.5 }
            : { stroke: 'var(--control)', strokeDasharray: '2 3' })}
          ifOverflow="discard"
        />
      ))}
      {phase && (
        <ReferenceLine
          y={phase.threshold}
          stroke="var(--danger)"
          strokeWidth={1.2}
          strokeDasharray="7 4"
          ifOverflow="discard"
        />
      )}
      {phase?.constantZoneInfos.map(
        ({ name, minTemp, maxTemp, minThreshold }) =>
          minThreshold !== null && (
            <ReferenceLine
              key={`threshold ${name}`}
              segment={[
                { x: minTemp, y: minThreshold },
                { x: maxTemp, y: minThreshold },
              ]}
              stroke="var(--danger)"
              strokeWidth={1.2}
              ifOverflow="discard"
            />
          ),
      )}
      {/* The y axis has no scale until there is something to draw. */}
      <Line
        data={[{ x: shown.x[0], y: shown.y[0] }]}
        dataKey="y"
        stroke="none"
        dot={false}
        isAnimationActive={false}
      />
    </LineChart>
  );
});

/** The edges of the kit's zones, and where zones followed the controls those that they moved to. */
function edgesOf(phase: ConstantPhaseInfo | null) {
  const { constantZoneInfos: zones = [], moved = 0 } = phase ?? {};
  const edges = zones.flatMap(({ name, minTemp, maxTemp }) => [
    { name: `${name} min`, x: minTemp },
    { name: `${name} max`, x: maxTemp },
  ]);
  const ofKit = edges.map(({ name, x }) => ({ key: name, x: x - moved, isMoved: false }));
  const followed = edges.map(({ name, x }) => ({ key: `${name} moved`, x, isMoved: true }));
  return moved === 0 ? ofKit : [...ofKit, ...followed];
}

function zonesOf(phase: ConstantPhaseInfo | null, { x }: Domain) {
  return (phase?.constantZoneInfos ?? []).flatMap(({ name, minTemp, maxTemp }, index) => {
    const from = Math.max(minTemp, x[0]);
    const to = Math.min(maxTemp, x[1]);
    return from < to
      ? [{ name, from, to, fill: index % 2 === 0 ? 'var(--zone-odd)' : 'var(--zone-even)' }]
      : [];
  });
}

function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 10_000) return `${Math.round(value / 100) / 10}k`;
  if (size >= 10 || value === 0) return String(value);
  return size >= 0.1 ? value.toFixed(1) : value.toPrecision(1);
}
