import type { ConstantPhaseInfo, Position, UsedTemplate } from '@curvewell/domain';
import { memo, useMemo } from 'react';

import { text } from '../../locale/text.ts';
import { ChartFrame } from '../chart/chart-frame.tsx';
import { type ChartScale, chartScale, type ChartSize, type Domain } from '../chart/chart-scale.ts';
import { CurveCanvas, type Stroke } from '../chart/curve-canvas.tsx';
import { PlotLayer } from '../chart/plot-layer.tsx';
import { fluorescenceTicks, temperatureTicks } from '../chart/ticks.ts';
import { EdgeLine, ThresholdLine, ZoneAreas } from '../chart/zone-marks.tsx';
import { ChartPointer } from './chart-pointer.tsx';
import {
  CodeLabels,
  CurveLines,
  PeakMarkers,
  ShiftLabel,
  ThresholdLabel,
  ZonesInView,
} from './chart-marks.tsx';
import classes from './curve-chart.module.css';
import { drawOrder, MAX_LINES, NO_CALL_DASH, zoomedDomain, type Curve } from './curve-series.ts';
import { TemplateAreas } from './template-areas.tsx';
import { ZoomSliders, type Zoom } from './zoom-sliders.tsx';

/** Left: ticks and title. Above: zone names. Right: slider. Below: ticks, title and slider. */
const MARGIN = { left: 52, top: 24, right: 30, bottom: 62 } as const;

export interface CurveChartProps {
  readonly size: ChartSize;
  readonly curves: readonly Curve[];
  /** Curves of controls, drawn grey in the background. */
  readonly behind: readonly Curve[];
  readonly phase: ConstantPhaseInfo | null;
  /** The templates of a single curve's products. */
  readonly templates?: readonly UsedTemplate[];
  readonly domain: Domain;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
  readonly hovered: Position | null;
  readonly onHover: (position: Position | null) => void;
  readonly onPick: (position: Position, options: { readonly toggle: boolean }) => void;
}

const NO_STROKES: readonly Stroke[] = [];
const NO_TEMPLATES: readonly UsedTemplate[] = [];
/** From this number on curves are thin and semi-transparent. */
const MANY = 48;

/** Melting curves with zones, threshold and peaks. Up to twelve are SVG lines; more are drawn on a canvas. */
export const CurveChart = memo(function CurveChart(props: CurveChartProps) {
  const { size, curves, behind, phase, domain, zoom, hovered, templates = NO_TEMPLATES } = props;
  const scale = useMemo(
    () => chartScale(size, { margin: MARGIN, shown: zoomedDomain(domain, zoom) }),
    [size, domain, zoom],
  );
  const ordered = useMemo(() => drawOrder(curves), [curves]);
  const areLines = curves.length <= MAX_LINES;
  const hoveredCurve = curves.find(({ position }) => position === hovered) ?? null;
  const lone = curves.length === 1 ? (curves[0] ?? null) : null;
  const controls = useMemo(
    () => behind.map((curve) => strokeOf(curve, { color: 'var(--control)', width: 1, opacity: 0.6 })),
    [behind],
  );
  const many = useMemo(() => (areLines ? NO_STROKES : manyStrokes(ordered)), [areLines, ordered]);
  const highlight = useMemo(() => (hoveredCurve ? highlightOf(hoveredCurve) : NO_STROKES), [hoveredCurve]);

  return (
    <div className={classes['chart']} style={size}>
      <Axes phase={phase} scale={scale} />
      <CurveCanvas scale={scale} strokes={controls} />
      {lone && templates.length > 0 && (
        <PlotLayer scale={scale} isClipped>
          <TemplateAreas templates={templates} scale={scale} />
        </PlotLayer>
      )}
      <CurveCanvas scale={scale} strokes={many} isFaded={hoveredCurve !== null} />
      {areLines && (
        <PlotLayer scale={scale} isClipped>
          <CurveLines curves={ordered} scale={scale} hovered={hoveredCurve?.position ?? null} />
        </PlotLayer>
      )}
      <CurveCanvas scale={scale} strokes={highlight} />
      <PlotLayer scale={scale}>
        <ZonesInView phase={phase} scale={scale} />
        <ThresholdLabel phase={phase} scale={scale} />
        <ShiftLabel phase={phase} scale={scale} />
        {/* A single curve shows peak temperatures there, and its result on its card. */}
        {areLines && !lone && <CodeLabels curves={curves} scale={scale} />}
      </PlotLayer>
      <ChartPointer {...props} scale={scale} hoveredCurve={hoveredCurve} />
      {lone && <PeakMarkers curve={lone} scale={scale} phase={phase} />}
      <ZoomSliders domain={domain} scale={scale} onZoom={props.onZoom} zoom={zoom} />
    </div>
  );
});

const strokeOf = (
  { points, isCalled }: Curve,
  look: Pick<Stroke, 'color' | 'width' | 'opacity'>,
): Stroke => ({ points, dash: isCalled ? [] : NO_CALL_DASH, ...look });

function manyStrokes(curves: readonly Curve[]): readonly Stroke[] {
  const look = curves.length > MANY ? { width: 1, opacity: 0.55 } : { width: 1.5 };
  return curves.map((curve) => strokeOf(curve, { color: curve.tone, ...look }));
}

const highlightOf = (curve: Curve): readonly Stroke[] => [
  strokeOf(curve, { color: 'var(--surface)', width: 5 }),
  strokeOf(curve, { color: curve.tone, width: 2.5 }),
];

interface AxesProps {
  readonly phase: ConstantPhaseInfo | null;
  readonly scale: ChartScale;
}

/** Axes and zones, redrawn only when phase, zoom or size change. */
const Axes = memo(function Axes({ phase, scale }: AxesProps) {
  const zones = phase?.constantZoneInfos ?? [];
  return (
    <ChartFrame
      scale={scale}
      x={{ ticks: temperatureTicks(scale.shown.x), title: text.curves.temperature }}
      y={{
        ticks: fluorescenceTicks(scale.shown.y),
        title: text.curves.fluorescence,
        format: shortNumber,
      }}
    >
      <ZoneAreas zones={zones} />
      {edgesOf(phase).map(({ key, ...edge }) => (
        <EdgeLine key={key} {...edge} />
      ))}
      {phase && <ThresholdLine at={phase.threshold} />}
      {zones.map(
        ({ name, minTemp, maxTemp, minThreshold }) =>
          minThreshold !== null && <ThresholdLine key={name} at={minThreshold} across={[minTemp, maxTemp]} />,
      )}
    </ChartFrame>
  );
});

/** The zone edges of the kit, and the shifted edges if the zones follow the controls. */
function edgesOf(phase: ConstantPhaseInfo | null) {
  const { constantZoneInfos: zones = [], moved = 0 } = phase ?? {};
  const edges = zones.flatMap(({ name, minTemp, maxTemp }) => [
    { name: `${name} min`, at: minTemp },
    { name: `${name} max`, at: maxTemp },
  ]);
  const ofKit = edges.map(({ name, at }) => ({ key: name, at: at - moved, look: 'kit' as const }));
  const followed = edges.map(({ name, at }) => ({ key: `${name} moved`, at, look: 'moved' as const }));
  return moved === 0 ? ofKit : [...ofKit, ...followed];
}

function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 10_000) return `${Math.round(value / 100) / 10}k`;
  if (size >= 10 || value === 0) return String(value);
  return size >= 0.1 ? value.toFixed(1) : value.toPrecision(1);
}
