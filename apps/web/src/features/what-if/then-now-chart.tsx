import type { CallChange, Trial } from '@curvewell/contracts';
import type { ConstantPhaseInfo, PhaseType } from '@curvewell/domain';
import { useElementSize } from '@mantine/hooks';

import { text } from '../../locale/text.ts';
import { type CurvePoint, fluorescenceTicks, temperatureTicks } from '../curves/curve-series.ts';
import styles from './what-if.module.css';

const words = text.whatIf.view;

export interface DrawnLine {
  readonly tone: string;
  readonly points: readonly CurvePoint[];
}

interface Zone {
  readonly name: string;
  readonly label: string;
  readonly minTemp: number;
  readonly maxTemp: number;
}

interface ThenNowChartProps {
  readonly phase: PhaseType;
  /** Whose curve it is. */
  readonly name: string;
  readonly lines: readonly DrawnLine[];
  /** Behind them. */
  readonly controls: readonly DrawnLine[];
  readonly then: ConstantPhaseInfo | undefined;
  readonly now: Trial['channels'][number]['phases'][number] | undefined;
  readonly peaks: CallChange['peaks'];
  readonly hasAxis: boolean;
}

const LEFT = 38;
const RIGHT = 8;
const STRIP = 22;
const PLOT = 150;
const AXIS = 32;
/** °C that are shown on either side of the zones. */
const BESIDE = 3;
/** Room for the temperatures above the curves. */
const ABOVE = 1.28;

/** One phase: zones and thresholds then and now, curves that change, controls behind them. */
export function ThenNowChart({ phase, name, lines, controls, then, now, peaks, hasAxis }: ThenNowChartProps) {
  const { ref, width } = useElementSize();
  const height = STRIP + PLOT + (hasAxis ? AXIS : 6);
  const zones = now?.zones ?? [];
  const before = then?.constantZoneInfos ?? [];
  const [from, to] = temperaturesOf(lines, [...zones, ...before]);
  const limits = [then?.threshold ?? 0, now?.minThreshold ?? 0];
  const [low, high] = valuesOf([...lines, ...controls], limits);
  const plot = Math.max(1, width - LEFT - RIGHT);
  const toX = (x: number): number => LEFT + ((Math.min(to, Math.max(from, x)) - from) / (to - from)) * plot;
  const toY = (y: number): number => STRIP + PLOT - ((y - low) / (high - low)) * PLOT;
  const path = ({ points }: DrawnLine): string =>
    points
      .filter(({ x }) => x >= from && x <= to)
      .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${toX(x).toFixed(1)} ${toY(y).toFixed(1)}`)
      .join('');

  return (
    <div ref={ref} className={styles['chart']}>
      <svg width={width} height={height} role="img" aria-label={words.chart(phase, name)}>
        {zones.map((zone, index) => (
          <g key={zone.name}>
            <rect
              x={toX(zone.minTemp)}
              width={Math.max(0, toX(zone.maxTemp) - toX(zone.minTemp))}
              y={STRIP}
              height={PLOT}
              fill={`var(--zone-${index % 2 ? 'even' : 'odd'})`}
            />
            <text x={(toX(zone.minTemp) + toX(zone.maxTemp)) / 2} y={STRIP - 7} textAnchor="middle">
              <tspan fontWeight="700" fill="var(--ink)">
                {zone.name}
              </tspan>{' '}
              <tspan fill="var(--ink2)">{zone.label}</tspan>
            </text>
          </g>
        ))}
        {fluorescenceTicks([low, high]).map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={LEFT + plot} y1={toY(value)} y2={toY(value)} stroke="var(--grid)" />
            <text x={LEFT - 6} y={toY(value) + 4} textAnchor="end" fill="var(--ink2)">
              {value}
            </text>
          </g>
        ))}
        <Edges now={zones} then={before} toX={toX} />
        {controls.map((line, index) => (
          <path key={index} d={path(line)} fill="none" stroke={line.tone} opacity={0.5} />
        ))}
        <Threshold
          then={then?.threshold ?? null}
          now={now?.minThreshold ?? null}
          toY={toY}
          right={LEFT + plot}
        />
        {lines.map((line, index) => (
          <g key={index} fill="none" strokeLinejoin="round">
            <path d={path(line)} stroke="var(--surface)" strokeWidth={lines.length > 1 ? 2.5 : 5} />
            <path d={path(line)} stroke={line.tone} strokeWidth={lines.length > 1 ? 1.3 : 2.25} />
          </g>
        ))}
        {peaks.map(({ tm, height: top, isNew }) => (
          <g key={tm}>
            <path d={`M${toX(tm)} ${toY(top) - 5}l-5 -8h10z`} fill={isNew ? 'var(--accent)' : 'var(--ink)'} />
            <text
              className={styles['halo']}
              x={toX(tm)}
              y={toY(top) - 17}
              textAnchor="middle"
              fontWeight="600"
              fill="var(--ink)"
            >
              {words.degrees(tm)}
            </text>
          </g>
        ))}
        {then && now && (
          <text
            className={styles['halo']}
            x={LEFT + plot - 4}
            y={toY(Math.max(then.threshold, now.minThreshold)) - 5}
            textAnchor="end"
            fill="var(--danger)"
          >
            {words.threshold(then.threshold, now.minThreshold)}
          </text>
        )}
        <text className={styles['halo']} x={LEFT + 4} y={STRIP + 14} fontWeight="700" fill="var(--ink)">
          {phase}
        </text>
        <line x1={LEFT} x2={LEFT + plot} y1={STRIP + PLOT} y2={STRIP + PLOT} stroke="var(--control)" />
        {hasAxis && (
          <g fill="var(--ink2)" textAnchor="middle">
            {temperatureTicks([from, to]).map((value) => (
              <text key={value} x={toX(value)} y={STRIP + PLOT + 15}>
                {value}
              </text>
            ))}
            <text x={LEFT + plot} y={STRIP + PLOT + 29} textAnchor="end">
              {words.temperature}
            </text>
          </g>
        )}
      </svg>
    </div>
  );
}

function temperaturesOf(lines: readonly DrawnLine[], zones: readonly Zone[]): readonly [number, number] {
  const curve = lines[0]?.points.map(({ x }) => x) ?? [];
  const [first, last] = [Math.min(...curve), Math.max(...curve)];
  if (zones.length === 0) return [first, last];
  return [
    Math.max(first, Math.min(...zones.map(({ minTemp }) => minTemp)) - BESIDE),
    Math.min(last, Math.max(...zones.map(({ maxTemp }) => maxTemp)) + BESIDE),
  ];
}

function valuesOf(lines: readonly DrawnLine[], limits: readonly number[]): readonly [number, number] {
  let [low, high] = [0, Math.max(1, ...limits)];
  for (const { points } of lines) {
    for (const { y } of points) {
      low = Math.min(low, y);
      high = Math.max(high, y);
    }
  }
  return [low - 0.04 * (high - low), low + ABOVE * (high - low)];
}

interface EdgesProps {
  readonly now: readonly Zone[];
  readonly then: readonly Zone[];
  readonly toX: (temperature: number) => number;
}

/** Edges of now as lines, those of then dotted, and the ground between them. */
function Edges({ now, then, toX }: EdgesProps) {
  const edges = [...new Set([...now, ...then].map(({ name }) => name))].flatMap((name) =>
    (['minTemp', 'maxTemp'] as const).map((end) => ({
      key: `${name} ${end}`,
      is: now.find((zone) => zone.name === name)?.[end],
      was: then.find((zone) => zone.name === name)?.[end],
    })),
  );
  const line = (at: number, look: object) => (
    <line x1={toX(at)} x2={toX(at)} y1={STRIP} y2={STRIP + PLOT} {...look} />
  );
  return edges.map(({ key, is, was }) => (
    <g key={key}>
      {is !== undefined && was !== undefined && is !== was && (
        <rect
          x={toX(Math.min(is, was))}
          width={Math.abs(toX(is) - toX(was))}
          y={STRIP}
          height={PLOT}
          fill="var(--accent)"
          opacity={0.22}
        />
      )}
      {was !== undefined && line(was, { stroke: 'var(--ink3)', strokeDasharray: '2 3' })}
      {is !== undefined && is !== was && line(is, { stroke: 'var(--accent)', strokeWidth: 1.5 })}
    </g>
  ));
}

interface ThresholdProps {
  readonly then: number | null;
  readonly now: number | null;
  readonly toY: (value: number) => number;
  readonly right: number;
}

function Threshold({ then, now, toY, right }: ThresholdProps) {
  return (
    <g>
      {then !== null && (
        <line
          x1={LEFT}
          x2={right}
          y1={toY(then)}
          y2={toY(then)}
          stroke="var(--danger)"
          strokeDasharray="7 4"
        />
      )}
      {now !== null && now !== then && (
        <line x1={LEFT} x2={right} y1={toY(now)} y2={toY(now)} stroke="var(--accent)" />
      )}
    </g>
  );
}
