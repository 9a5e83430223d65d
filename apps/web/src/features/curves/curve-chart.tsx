import type { ConstantPhaseInfo, Position, UsedTemplate } from '@curvewell/domain';
import { memo, useMemo, type ComponentProps } from 'react';

import { text } from '../../locale/text.ts';
import { ChartFrame } from '../chart/chart-frame.tsx';
import {
  type ChartScale,
  chartScale,
  type ChartSize,
  type Domain,
  type Margin,
} from '../chart/chart-scale.ts';
import { type Band, CurveCanvas, type Stroke } from '../chart/curve-canvas.tsx';
import { PlotLayer } from '../chart/plot-layer.tsx';
import { fluorescenceTicks, temperatureTicks } from '../chart/ticks.ts';
import { EdgeLine, ThresholdLine, ZoneAreas } from '../chart/zone-marks.tsx';
import { ChartPointer } from './chart-pointer.tsx';
import {
  CurveLines,
  GroupLabels,
  PeakMarkers,
  ShiftLabel,
  ThresholdLabel,
  ZonesInView,
} from './chart-marks.tsx';
import { type Cross, CrossHair } from './cross-hair.tsx';
import classes from './curve-chart.module.css';
import type { DrawnGroup } from './curve-groups.ts';
import {
  lineWidth,
  MAX_LINES,
  NO_CALL_DASH,
  zoomedDomain,
  type Curve,
  type CurveKind,
} from './curve-series.ts';
import { TemplateAreas } from './template-areas.tsx';
import { turnedZoom, wheelFactor, type Zoom } from './zoom.ts';
import { ZoomSliders } from './zoom-sliders.tsx';

/** Left: ticks and title. Above: zone names. Right: slider. Below: ticks, title and slider. */
const PANEL_MARGIN: Margin = { left: 52, top: 24, right: 30, bottom: 62 };

interface ChartContent {
  readonly kind?: CurveKind;
  readonly curves: readonly Curve[];
  /** The same by result. */
  readonly groups: readonly DrawnGroup[];
  /** Curves of controls, drawn grey in the background. */
  readonly behind: readonly Curve[];
  /** Lines of other runs, drawn dashed in the background. */
  readonly references?: readonly Stroke[];
  readonly phase: ConstantPhaseInfo | null;
  /** The templates of a single curve's products. */
  readonly templates?: readonly UsedTemplate[];
}

/** The part of it that is visible. */
interface ChartView {
  readonly domain: Domain;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
  /** The wheel zooms; otherwise it scrolls the page. */
  readonly isWheelZoom?: boolean;
}

export interface CurveChartProps extends ChartContent, ChartView {
  readonly size: ChartSize;
  readonly margin?: Margin;
  /** A large chart of several: its phase, and whether it is the lowest, which has the temperatures. */
  readonly large?: { readonly title: string; readonly isLowest: boolean };
  readonly cross: Cross;
  readonly hovered: Position | null;
  readonly onHover: (position: Position | null) => void;
  readonly onPick: (position: Position, options: { readonly toggle: boolean }) => void;
}

/** In the panel, zones are far enough apart for labels beyond them, px. */
const ZONE_SPILL = 12;

const NO_STROKES: readonly Stroke[] = [];
const NO_BANDS: readonly Band[] = [];
const NO_TEMPLATES: readonly UsedTemplate[] = [];

/**
 * Melting curves with zones, threshold and peaks. Up to twelve are SVG lines. More are drawn on a canvas: small
 * groups as lines, large ones as median, band and outliers.
 */
export const CurveChart = memo(function CurveChart(props: CurveChartProps) {
  const {
    size,
    margin = PANEL_MARGIN,
    kind = 'slope',
    large,
    curves,
    groups,
    behind,
    domain,
    zoom,
    onZoom,
  } = props;
  const { hovered, cross, references = NO_STROKES, templates = NO_TEMPLATES } = props;
  const phase = useMemo(
    () => (kind === 'slope' ? props.phase : withoutThreshold(props.phase)),
    [kind, props.phase],
  );
  const scale = useMemo(
    () => chartScale(size, { margin, shown: zoomedDomain(domain, zoom) }),
    [size, margin, domain, zoom],
  );
  const areLines = curves.length <= MAX_LINES;
  const hoveredCurve = curves.find(({ position }) => position === hovered) ?? null;
  const lone = curves.length === 1 ? (curves[0] ?? null) : null;
  const background = useMemo(
    () => [
      ...behind.map((curve) => strokeOf(curve, { color: 'var(--control)', width: 1, opacity: 0.6 })),
      ...references,
    ],
    [behind, references],
  );
  const many = useMemo(
    () =>
      areLines
        ? { strokes: NO_STROKES, bands: NO_BANDS }
        : { strokes: groups.flatMap(groupStrokes), bands: groups.flatMap(groupBand) },
    [areLines, groups],
  );
  const highlight = useMemo(() => (hoveredCurve ? highlightOf(hoveredCurve) : NO_STROKES), [hoveredCurve]);

  const onWheel: ComponentProps<typeof ChartPointer>['onWheel'] = (spot, { by, isShift }) => {
    const at = { x: scale.fromX(spot.x), y: scale.fromY(spot.y) };
    onZoom(turnedZoom(zoom, { domain, at, factor: wheelFactor(by), axis: isShift ? 'y' : 'x' }));
  };

  return (
    <div className={classes['chart']} style={size}>
      <Axes phase={phase} scale={scale} kind={kind} hasTemperatures={large?.isLowest !== false} />
      <CurveCanvas scale={scale} strokes={background} />
      {lone && templates.length > 0 && (
        <PlotLayer scale={scale} isClipped>
          <TemplateAreas templates={templates} scale={scale} />
        </PlotLayer>
      )}
      <CurveCanvas scale={scale} {...many} isFaded={hoveredCurve !== null} />
      {areLines && (
        <PlotLayer scale={scale} isClipped>
          <CurveLines groups={groups} scale={scale} hovered={hoveredCurve?.position ?? null} />
        </PlotLayer>
      )}
      <CurveCanvas scale={scale} strokes={highlight} />
      <PlotLayer scale={scale}>
        {large && (
          <text x={6 - margin.left} y={-8} fontWeight={600} fill="var(--ink)">
            {large.title}
          </text>
        )}
        <ZonesInView phase={phase} scale={scale} spill={large ? 0 : ZONE_SPILL} />
        {kind === 'slope' && <ThresholdLabel phase={phase} groups={groups} scale={scale} />}
        <ShiftLabel phase={phase} scale={scale} />
      </PlotLayer>
      {/* A single curve shows peak temperatures there, and its result on its card. */}
      {!lone && kind === 'slope' && <GroupLabels groups={groups} scale={scale} />}
      <CrossHair kind={kind} cross={cross} groups={groups} scale={scale} />
      <ChartPointer
        {...props}
        scale={scale}
        hoveredCurve={hoveredCurve}
        onCross={large && cross.set}
        onWheel={props.isWheelZoom === true ? onWheel : undefined}
      />
      {lone && kind === 'slope' && <PeakMarkers curve={lone} scale={scale} phase={phase} />}
      {!large && <ZoomSliders kind={kind} domain={domain} scale={scale} onZoom={onZoom} zoom={zoom} />}
    </div>
  );
});

/** The zones without the thresholds, which are slopes. */
function withoutThreshold(phase: ConstantPhaseInfo | null): ConstantPhaseInfo | null {
  const zones = phase?.constantZoneInfos.map((zone) => ({ ...zone, minThreshold: null }));
  return phase && { ...phase, constantZoneInfos: zones ?? [] };
}

const strokeOf = ({ points, look }: Curve, style: Pick<Stroke, 'color' | 'width' | 'opacity'>): Stroke => ({
  points,
  dash: look.fill === null ? NO_CALL_DASH : [],
  ...style,
});

/** px */
const MEDIAN = { width: 2.25, halo: 4.5 } as const;
const BAND_EDGE = 0.75;
const OUTLIER = 1;
const BAND_OPACITY = 0.26;

function groupBand({ summary, look }: DrawnGroup): Band[] {
  return summary === null
    ? []
    : [{ low: summary.low, high: summary.high, color: look.curve, opacity: BAND_OPACITY }];
}

function groupStrokes({ curves, median, summary, look }: DrawnGroup): Stroke[] {
  const color = look.curve;
  if (summary === null)
    return curves.map((curve) => strokeOf(curve, { color, width: lineWidth(curves.length) }));
  const dash = look.fill === null ? NO_CALL_DASH : [];
  return [
    { points: summary.low, color, width: BAND_EDGE },
    { points: summary.high, color, width: BAND_EDGE },
    ...summary.outliers.map((curve) => strokeOf(curve, { color, width: OUTLIER })),
    { points: median, color: 'var(--surface)', width: MEDIAN.halo },
    { points: median, color, width: MEDIAN.width, dash },
  ];
}

const highlightOf = (curve: Curve): readonly Stroke[] => [
  strokeOf(curve, { color: 'var(--surface)', width: 5 }),
  strokeOf(curve, { color: curve.look.curve, width: 2.5 }),
];

interface AxesProps {
  readonly phase: ConstantPhaseInfo | null;
  readonly scale: ChartScale;
  readonly kind: CurveKind;
  readonly hasTemperatures: boolean;
}

/** Axes and zones, redrawn only when phase, zoom or size change. */
const Axes = memo(function Axes({ phase, scale, kind, hasTemperatures }: AxesProps) {
  const zones = phase?.constantZoneInfos ?? [];
  return (
    <ChartFrame
      scale={scale}
      x={
        hasTemperatures
          ? {
              ticks: temperatureTicks(scale.shown.x),
              title: kind === 'amplification' ? text.curves.cycle : text.curves.temperature,
            }
          : null
      }
      y={{
        ticks: fluorescenceTicks(scale.shown.y),
        title: text.curves[kind],
        format: shortNumber,
      }}
    >
      <ZoneAreas zones={zones} />
      {edgesOf(phase).map(({ key, ...edge }) => (
        <EdgeLine key={key} {...edge} />
      ))}
      {phase && kind === 'slope' && <ThresholdLine at={phase.threshold} />}
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
