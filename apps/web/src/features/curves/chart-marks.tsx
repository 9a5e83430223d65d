import { rejectionText, shiftText, type ConstantPhaseInfo, type Position } from '@curvewell/domain';
import { Tooltip } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { DiagnosticCode } from '../../shared/ui/badges/diagnostic-code.tsx';
import { type ChartScale, plotPlace } from '../chart/chart-scale.ts';
import chart from '../chart/chart.module.css';
import { curvePath } from '../chart/smooth-path.ts';
import { ZoneLabels } from '../chart/zone-labels.tsx';
import classes from './curve-chart.module.css';
import type { DrawnGroup } from './curve-groups.ts';
import { lineWidth, NO_CALL_DASH, valueAt, type Curve } from './curve-series.ts';
import { groupLabels } from './group-labels.ts';
import { thresholdPlace } from './threshold-place.ts';
import { zonesElsewhere } from './zones-in-view.ts';

interface PhaseMarkProps {
  readonly phase: ConstantPhaseInfo | null;
  readonly scale: ChartScale;
}

interface ZonesInViewProps extends PhaseMarkProps {
  /** How far a label may extend beyond its zone, px. */
  readonly spill: number;
}

/** The zones above the plot, or where to find them if none is in view. */
export function ZonesInView({ phase, scale, spill }: ZonesInViewProps) {
  if (!phase) return null;
  const elsewhere = zonesElsewhere(phase, scale.shown.x);
  if (!elsewhere) return <ZoneLabels zones={phase.constantZoneInfos} scale={scale} spill={spill} />;
  return (
    <text x={0} y={-8} fill="var(--ink)">
      <tspan fontWeight={600}>{text.curves.noZone(...scale.shown.x)}</tspan>
      <tspan dx={4}>{text.curves.zonesElsewhere(elsewhere)}</tspan>
    </text>
  );
}

/** Beside the line, where it hides no curve. */
export function ThresholdLabel({ phase, groups, scale }: PhaseMarkProps & GroupsProps) {
  if (!phase) return null;
  const words = text.curves.threshold(phase.threshold);
  const place = thresholdPlace({ phase, groups, scale, words });
  return (
    place && (
      <text x={place.x} y={place.y} className={chart['halo']} textAnchor={place.anchor} fill="var(--danger)">
        {words}
      </text>
    )
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

interface GroupsProps {
  readonly groups: readonly DrawnGroup[];
  readonly scale: ChartScale;
}

/** The code and count of each group at its highest point. */
export function GroupLabels({ groups, scale }: GroupsProps) {
  return (
    <div className={classes['labels']} style={plotPlace(scale)} aria-hidden="true">
      {groupLabels(groups, scale).map(({ group, left, top }) => (
        <span key={group.key} style={{ left, top }}>
          <DiagnosticCode look={group.look} small />
          <b>{group.curves.length}</b>
        </span>
      ))}
    </div>
  );
}

interface CurveLinesProps extends GroupsProps {
  readonly hovered: Position | null;
}

/** A few curves as SVG lines. */
export function CurveLines({ groups, scale, hovered }: CurveLinesProps) {
  const isLone = groups.length === 1 && groups[0]?.curves.length === 1;
  return groups.map(({ key, look, curves }) => (
    <g key={key} fill="none" stroke={look.curve} strokeWidth={isLone ? LONE_WIDTH : lineWidth(curves.length)}>
      {curves.map(({ position, points }) => (
        <path
          key={position}
          data-curve={position}
          d={curvePath(points.map(({ x, y }) => ({ x: scale.toX(x), y: scale.toY(y) })))}
          strokeDasharray={look.fill === null ? NO_CALL_DASH.join(' ') : undefined}
          strokeOpacity={hovered !== null && hovered !== position ? 0.25 : 1}
        />
      ))}
    </g>
  ));
}

/** px */
const LONE_WIDTH = 2.25;

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
