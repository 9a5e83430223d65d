import type { CallChange, WhatIfRequest } from '@curvewell/contracts';
import type { ConstantPhaseInfo, PhaseType } from '@curvewell/domain';
import { useElementSize, useMediaQuery } from '@mantine/hooks';

import { text } from '../../locale/text.ts';
import { ChartFrame } from '../chart/chart-frame.tsx';
import { type ChartScale, chartScale, type Point, type Range } from '../chart/chart-scale.ts';
import chart from '../chart/chart.module.css';
import { CurveCanvas, type Stroke } from '../chart/curve-canvas.tsx';
import { extentOf } from '../chart/extent.ts';
import { PlotLayer } from '../chart/plot-layer.tsx';
import { fluorescenceTicks, temperatureTicks } from '../chart/ticks.ts';
import { ZoneLabels } from '../chart/zone-labels.tsx';
import { EdgeLine, MovedGround, ThresholdLine, ZoneAreas } from '../chart/zone-marks.tsx';
import styles from './what-if.module.css';

const words = text.whatIf.view;

export interface DrawnLine {
  readonly tone: string;
  readonly points: readonly Point[];
}

interface Zone {
  readonly name: string;
  readonly label: string;
  readonly minTemp: number;
  readonly maxTemp: number;
}

interface ThenNowChartProps {
  readonly phase: PhaseType;
  /** The name of the curve. */
  readonly name: string;
  readonly lines: readonly DrawnLine[];
  /** Drawn in the background. */
  readonly controls: readonly DrawnLine[];
  readonly then: ConstantPhaseInfo | undefined;
  readonly now: WhatIfRequest['channels'][number]['phases'][number] | undefined;
  readonly peaks: CallChange['peaks'];
  readonly hasAxis: boolean;
}

/** Left: ticks. Above: zone names. Below: temperatures. px. */
const MARGIN = { left: 38, top: 22, right: 8 } as const;
const AXIS = 34;
const NO_AXIS = 6;
const PLOT = { usual: 150, low: 104 } as const;
/** Leaves room for both results below the charts. */
const LOW = '(height < 53.75em)';
/** How far the label of a narrow zone may extend, px. */
const SPILL = 44;
/** Range shown on each side of the zones, °C. */
const BESIDE = 3;
/** Top of the y axis as a multiple of the value range; leaves room for temperature labels. */
const ABOVE = 1.28;
/** Margin below the curves, as a fraction of the value range. */
const BELOW = 0.04;
const NO_ZONES: readonly Zone[] = [];

/** One phase: old and new zones and thresholds, changed curves, controls in the background. */
export function ThenNowChart({ phase, name, lines, controls, then, now, peaks, hasAxis }: ThenNowChartProps) {
  const { ref, width } = useElementSize();
  const isLow = useMediaQuery(LOW, undefined, { getInitialValueInEffect: false });
  const bottom = hasAxis ? AXIS : NO_AXIS;
  const height = MARGIN.top + PLOT[isLow ? 'low' : 'usual'] + bottom;
  const zones = now?.zones ?? NO_ZONES;
  const before = then?.constantZoneInfos ?? NO_ZONES;
  const thresholds = { then: then?.threshold, now: now?.minThreshold };
  const scale = chartScale(
    { width, height },
    {
      margin: { ...MARGIN, bottom },
      shown: {
        x: temperaturesOf(lines, [...zones, ...before]),
        y: valuesOf([...lines, ...controls], [thresholds.then ?? 0, thresholds.now ?? 0]),
      },
    },
  );

  return (
    <div ref={ref} className={styles['chart']}>
      <div role="img" aria-label={words.chart(phase, name)} style={{ height }}>
        {width > 0 && (
          <>
            <ChartFrame
              scale={scale}
              x={hasAxis ? { ticks: temperatureTicks(scale.shown.x), title: words.temperature } : null}
              y={{ ticks: fluorescenceTicks(scale.shown.y) }}
            >
              <ZoneAreas zones={zones} />
              {edgesOf(zones, before).map(({ key, ...edge }) => (
                <Edge key={key} {...edge} />
              ))}
              {thresholds.then !== undefined && <ThresholdLine at={thresholds.then} />}
              {thresholds.now !== undefined && thresholds.now !== thresholds.then && (
                <ThresholdLine at={thresholds.now} isMoved />
              )}
            </ChartFrame>
            <CurveCanvas scale={scale} strokes={strokesOf(lines, controls)} />
            <PlotLayer scale={scale}>
              <ZoneLabels zones={zones} scale={scale} spill={SPILL} />
              {peaks.map((peak) => (
                <PeakMark key={peak.tm} peak={peak} scale={scale} />
              ))}
              {then && now && (
                <text
                  className={chart['halo']}
                  x={scale.plotWidth - 4}
                  y={scale.toY(Math.max(then.threshold, now.minThreshold)) - 5}
                  textAnchor="end"
                  fill="var(--danger)"
                >
                  {words.threshold(then.threshold, now.minThreshold)}
                </text>
              )}
              <text className={chart['halo']} x={4} y={14} fontWeight="700" fill="var(--ink)">
                {phase}
              </text>
            </PlotLayer>
          </>
        )}
      </div>
    </div>
  );
}

/** Controls in the background, and each curve with an outline for contrast. */
function strokesOf(lines: readonly DrawnLine[], controls: readonly DrawnLine[]): readonly Stroke[] {
  const [rim, width] = lines.length > 1 ? [2.5, 1.3] : [5, 2.25];
  return [
    ...controls.map(({ points, tone }) => ({ points, color: tone, width: 1, opacity: 0.5 })),
    ...lines.flatMap(({ points, tone }) => [
      { points, color: 'var(--surface)', width: rim },
      { points, color: tone, width },
    ]),
  ];
}

function temperaturesOf(lines: readonly DrawnLine[], zones: readonly Zone[]): Range {
  const [first, last] = extentOf(lines.slice(0, 1).map(({ points }) => points)).x;
  if (zones.length === 0) return [first, last];
  return [
    Math.max(first, Math.min(...zones.map(({ minTemp }) => minTemp)) - BESIDE),
    Math.min(last, Math.max(...zones.map(({ maxTemp }) => maxTemp)) + BESIDE),
  ];
}

function valuesOf(lines: readonly DrawnLine[], thresholds: readonly number[]): Range {
  const [least, most] = extentOf(lines.map(({ points }) => points)).y;
  const low = Math.min(0, least);
  const span = Math.max(1, most, ...thresholds) - low;
  return [low - BELOW * span, low + ABOVE * span];
}

interface EdgeProps {
  readonly is: number | undefined;
  readonly was: number | undefined;
}

function edgesOf(now: readonly Zone[], then: readonly Zone[]): (EdgeProps & { readonly key: string })[] {
  return [...new Set([...now, ...then].map(({ name }) => name))].flatMap((name) =>
    (['minTemp', 'maxTemp'] as const).map((end) => ({
      key: `${name} ${end}`,
      is: now.find((zone) => zone.name === name)?.[end],
      was: then.find((zone) => zone.name === name)?.[end],
    })),
  );
}

/** A new edge (solid), its old position (dotted), and the area between them. */
function Edge({ is, was }: EdgeProps) {
  const hasMoved = is !== undefined && is !== was;
  return (
    <>
      {was !== undefined &&
        (hasMoved ? <MovedGround now={is} before={was} /> : <EdgeLine at={was} look="before" />)}
      {hasMoved && <EdgeLine at={is} look="moved" />}
    </>
  );
}

interface PeakMarkProps {
  readonly peak: CallChange['peaks'][number];
  readonly scale: ChartScale;
}

function PeakMark({ peak: { tm, height, isNew }, scale }: PeakMarkProps) {
  const [x, y] = [scale.toX(tm), scale.toY(height)];
  return (
    <>
      <path d={`M${x} ${y - 5}l-5 -8h10z`} fill={isNew ? 'var(--accent)' : 'var(--ink)'} />
      <text className={chart['halo']} x={x} y={y - 17} textAnchor="middle" fontWeight="600" fill="var(--ink)">
        {words.degrees(tm)}
      </text>
    </>
  );
}
