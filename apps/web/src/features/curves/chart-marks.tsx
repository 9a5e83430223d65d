import { rejectionText, shiftText, type ConstantPhaseInfo, type Position } from '@curvewell/domain';
import { Tooltip } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { type ChartScale, plotPlace } from '../chart/chart-scale.ts';
import chart from '../chart/chart.module.css';
import { curvePath } from '../chart/smooth-path.ts';
import { ZoneLabels } from '../chart/zone-labels.tsx';
import { codeLabels } from './code-labels.ts';
import classes from './curve-chart.module.css';
import { NO_CALL_DASH, valueAt, type Curve } from './curve-series.ts';
import { zonesElsewhere } from './zones-in-view.ts';

interface PhaseMarkProps {
  readonly phase: ConstantPhaseInfo | null;
  readonly scale: ChartScale;
}

/** The zones above the plot, or where to find them if none is in view. */
export function ZonesInView({ phase, scale }: PhaseMarkProps) {
  if (!phase) return null;
  const elsewhere = zonesElsewhere(phase, scale.shown.x);
  if (!elsewhere) return <ZoneLabels zones={phase.constantZoneInfos} scale={scale} />;
  return (
    <text x={0} y={-8} fill="var(--ink)">
      <tspan fontWeight={600}>{text.curves.noZone(...scale.shown.x)}</tspan>
      <tspan dx={4}>{text.curves.zonesElsewhere(elsewhere)}</tspan>
    </text>
  );
}

export function ThresholdLabel({ phase, scale }: PhaseMarkProps) {
  if (!phase) return null;
  const y = scale.toY(phase.threshold);
  if (y < 12 || y > scale.plotHeight) return null;
  return (
    <text x={scale.plotWidth - 4} y={y - 5} className={chart['halo']} textAnchor="end" fill="var(--danger)">
      {text.curves.threshold(phase.threshold)}
    </text>
  );
}

/** “zones +0.31 °C” */
export function ShiftLabel({ phase, scale }: PhaseMarkProps) {
  if (phase?.moved === undefined) return null;
  return (
    <text
      x={scale.plotWidth - 4}
      y={14}
      className={chart['halo']}
      textAnchor="end"
      fontWeight={600}
      fill="var(--accent)"
    >
      {text.curves.zonesMoved(shiftText(phase.moved))}
    </text>
  );
}

interface CodeLabelsProps {
  readonly curves: readonly Curve[];
  readonly scale: ChartScale;
}

/** The code of each curve, with a leader line if it was moved. */
export function CodeLabels({ curves, scale }: CodeLabelsProps) {
  return codeLabels(curves, scale).map(({ position, code, x, y, point, isMoved }) => (
    <g key={position}>
      {isMoved && <line stroke="var(--ink2)" x1={x} y1={y + 2} x2={point.x} y2={point.y} />}
      <text x={x} y={y} className={chart['halo']} textAnchor="middle" fontWeight={600} fill="var(--ink)">
        {code}
      </text>
    </g>
  ));
}

interface CurveLinesProps {
  readonly curves: readonly Curve[];
  readonly scale: ChartScale;
  readonly hovered: Position | null;
}

/** A few curves as SVG lines. */
export function CurveLines({ curves, scale, hovered }: CurveLinesProps) {
  return (
    <g strokeWidth={curves.length === 1 ? 2.25 : 2} fill="none">
      {curves.map(({ position, tone, isCalled, points }) => (
        <path
          key={position}
          data-curve={position}
          d={curvePath(points.map(({ x, y }) => ({ x: scale.toX(x), y: scale.toY(y) })))}
          stroke={tone}
          strokeDasharray={isCalled ? undefined : NO_CALL_DASH.join(' ')}
          strokeOpacity={hovered !== null && hovered !== position ? 0.25 : 1}
        />
      ))}
    </g>
  );
}

interface PeakMarkersProps extends PhaseMarkProps {
  readonly curve: Curve;
}

/** Triangles above the peaks of a single curve; hollow if not counted or outside all zones. */
export function PeakMarkers({ curve, scale, phase }: PeakMarkersProps) {
  const hasZones = phase !== null && phase.constantZoneInfos.length > 0;
  return (
    <div className={classes['peaks']} style={plotPlace(scale)}>
      {curve.peaks.map((peak) => {
        const height = valueAt(curve.points, peak.tm);
        const x = scale.toX(peak.tm);
        if (height === null || x < 0 || x > scale.plotWidth) return null;
        const y = Math.max(26, Math.min(scale.plotHeight, scale.toY(height)));
        const isOutside = peak.accepted && hasZones && peak.zone === null;
        const degrees = text.curves.degrees(peak.tm);
        const marker = (
          <span
            className={classes['peak']}
            style={{ left: x, top: y }}
            data-dropped={!peak.accepted || undefined}
            data-outside={isOutside || undefined}
          >
            {peak.accepted && <b>{isOutside ? text.curves.inNoZone(degrees) : degrees}</b>}
            <svg width="12" height="10" viewBox="-1 -1 12 10" aria-hidden="true">
              <path d="M5 8L0 0h10z" />
            </svg>
          </span>
        );
        return peak.accepted ? (
          <span key={peak.tm}>{marker}</span>
        ) : (
          <Tooltip key={peak.tm} label={`${text.curves.degrees(peak.tm)}, ${rejectionText(peak) ?? ''}`}>
            {marker}
          </Tooltip>
        );
      })}
    </div>
  );
}
