import { rejectionText, shiftText, type ConstantPhaseInfo, type Position } from '@curvewell/domain';
import { Tooltip } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { MARGIN, type ChartScale } from './chart-scale.ts';
import { codeLabels } from './code-labels.ts';
import classes from './curve-chart.module.css';
import { NO_CALL_DASH, valueAt, type Curve, type Domain } from './curve-series.ts';
import { curvePath } from './curve-smooth.ts';
import { zonesElsewhere } from './zones-in-view.ts';

interface PhaseMarkProps {
  readonly phase: ConstantPhaseInfo | null;
  readonly scale: ChartScale;
}

/** Width of a letter at 11 px, with which a label is known to fit. */
const LETTER_WIDTH = 6.2;

/** Letter and label of each zone above the plot; the letter alone where it is narrow. */
export function ZoneLabels({ phase, scale }: PhaseMarkProps) {
  const shown = [scale.fromX(0), scale.fromX(scale.plotWidth)] as const;
  const elsewhere = phase && zonesElsewhere(phase, shown);
  if (elsewhere)
    return (
      <text x={0} y={-8} className={classes['no-zone']}>
        <tspan fontWeight={600}>{text.curves.noZone(...shown)}</tspan>
        <tspan dx={4}>{text.curves.zonesElsewhere(elsewhere)}</tspan>
      </text>
    );
  return phase?.constantZoneInfos.map(({ name, label, minTemp, maxTemp }) => {
    const from = Math.max(0, scale.toX(minTemp));
    const to = Math.min(scale.plotWidth, scale.toX(maxTemp));
    if (to - from < 8) return null;
    const fits = label !== '' && (label.length + 3) * LETTER_WIDTH < to - from + 12;
    return (
      <text key={name} x={(from + to) / 2} y={-8} className={classes['zone']}>
        <tspan fontWeight={700}>{name}</tspan>
        {fits && (
          <tspan dx={6} className={classes['zone-label']}>
            {label}
          </tspan>
        )}
        {!fits && <title>{`${name} ${label}`}</title>}
      </text>
    );
  });
}

export function ThresholdLabel({ phase, scale }: PhaseMarkProps) {
  if (!phase) return null;
  const y = scale.toY(phase.threshold);
  if (y < 12 || y > scale.plotHeight) return null;
  return (
    <text x={scale.plotWidth - 4} y={y - 5} className={classes['threshold']}>
      {text.curves.threshold(phase.threshold)}
    </text>
  );
}

/** “zones +0.31 °C” */
export function ShiftLabel({ phase, scale }: PhaseMarkProps) {
  if (phase?.moved === undefined) return null;
  return (
    <text x={scale.plotWidth - 4} y={14} className={classes['shift']}>
      {text.curves.zonesMoved(shiftText(phase.moved))}
    </text>
  );
}

interface CodeLabelsProps {
  readonly curves: readonly Curve[];
  readonly scale: ChartScale;
  readonly shown: Domain;
}

/** The code of each curve, with a line to it where it had to give way. */
export function CodeLabels({ curves, scale, shown }: CodeLabelsProps) {
  return codeLabels(curves, { scale, shown }).map(({ position, code, x, y, point, isMoved }) => (
    <g key={position}>
      {isMoved && <line className={classes['leader']} x1={x} y1={y + 2} x2={point.x} y2={point.y} />}
      <text x={x} y={y} className={classes['curve-code']}>
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

/** The curves of a few wells. */
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

/** Triangles above the peaks of a single curve; hollow ones did not count, and say why, or lie in no zone. */
export function PeakMarkers({ curve, scale, phase }: PeakMarkersProps) {
  const hasZones = phase !== null && phase.constantZoneInfos.length > 0;
  return (
    <div
      className={classes['peaks']}
      style={{ left: MARGIN.left, top: MARGIN.top, width: scale.plotWidth, height: scale.plotHeight }}
    >
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
