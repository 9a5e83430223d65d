import { text } from '../../../locale/text.ts';
import type { ChartScale } from '../../chart/chart-scale.ts';
import chart from '../../chart/chart.module.css';
import type { PhaseDraft, ZoneDraft } from '../draft/kit-draft.ts';
import type { PeakCounts } from './peak-counts.ts';

const words = text.kits.charts;

interface PhaseMarksProps {
  readonly scale: ChartScale;
  readonly phase: PhaseDraft;
  /** Null without a run. */
  readonly counts: PeakCounts | null;
  readonly countsBefore: PeakCounts | null;
}

/** The layer in front of the curves: zone names and counts, edges, thresholds, peaks outside zones. */
export function PhaseMarks({ scale, phase, counts, countsBefore }: PhaseMarksProps) {
  const { plotWidth, toX, toY } = scale;
  const outside = counts?.outside.toSorted((a, b) => a.peak.tm - b.peak.tm)[0]?.peak;
  return (
    <>
      <text y={-11} fontWeight={700} fill="var(--ink)">
        {phase.phaseType}
      </text>
      {phase.zones.map((zone, index) => {
        const place = band(zone, scale);
        return (
          place && (
            <g key={index}>
              <ZoneStrip zone={zone} {...place} counts={counts} countsBefore={countsBefore} />
              <ZoneLines zone={zone} {...place} scale={scale} />
            </g>
          )
        );
      })}
      {phase.minThreshold !== null && (
        <Threshold value={phase.minThreshold} scale={scale} below={counts?.below ?? 0} />
      )}
      {outside && (
        <text
          x={Math.min(plotWidth - 36, Math.max(36, toX(outside.tm)))}
          y={Math.max(12, toY(outside.height) - 10)}
          textAnchor="middle"
          fontWeight={600}
          fill="var(--warning)"
          className={chart['halo']}
        >
          {words.outside(counts.outside.length)}
        </text>
      )}
    </>
  );
}

interface Band {
  readonly x: number;
  readonly width: number;
}

/** The visible part of a zone, px; null if none, or if the zone has no edges yet. */
function band({ minTemp, maxTemp }: ZoneDraft, { toX, plotWidth }: ChartScale): Band | null {
  if (minTemp === null || maxTemp === null || maxTemp < minTemp) return null;
  const x = Math.max(0, toX(minTemp));
  const end = Math.min(plotWidth, toX(maxTemp));
  return end <= x ? null : { x, width: end - x };
}

interface ZoneLinesProps extends Band {
  readonly zone: ZoneDraft;
  readonly scale: ChartScale;
}

/** The edges of a zone and its own threshold. */
function ZoneLines({ zone: { minTemp, maxTemp, minThreshold }, scale, x, width }: ZoneLinesProps) {
  const { plotWidth, plotHeight, toX, toY } = scale;
  const edges = [minTemp, maxTemp].flatMap((edge) => (edge === null ? [] : toX(edge)));
  return (
    <g strokeWidth={1.2}>
      {edges
        .filter((edge) => edge >= 0 && edge <= plotWidth)
        .map((edge, end) => (
          <line key={end} x1={edge} x2={edge} y1={-4} y2={plotHeight} stroke="var(--control)" />
        ))}
      {minThreshold !== null && (
        <line x1={x} x2={x + width} y1={toY(minThreshold)} y2={toY(minThreshold)} stroke="var(--danger)" />
      )}
    </g>
  );
}

interface ThresholdProps {
  readonly value: number;
  readonly scale: ChartScale;
  /** Number of peaks below the threshold. */
  readonly below: number;
}

function Threshold({ value, scale: { plotWidth, toY }, below }: ThresholdProps) {
  const y = toY(value);
  return (
    <>
      <line x2={plotWidth} y1={y} y2={y} stroke="var(--danger)" strokeWidth={1.2} strokeDasharray="7 4" />
      <text x={6} y={y - 5} fill="var(--danger)" className={chart['halo']}>
        {words.threshold(value)}
        {below > 0 && (
          <tspan dx={8} fill="var(--ink2)">
            {words.below(below)}
          </tspan>
        )}
      </text>
    </>
  );
}

interface ZoneStripProps extends Band {
  readonly zone: ZoneDraft;
  readonly counts: PeakCounts | null;
  readonly countsBefore: PeakCounts | null;
}

/** Estimated width of a character at 11 px, to decide whether a label fits. */
const LETTER = 6.4;

/** “A −13910*C 64 peaks +2”. Parts that do not fit are omitted, the label first. */
function ZoneStrip({ zone: { name, label }, x, width, counts, countsBefore }: ZoneStripProps) {
  const count = counts && (counts.inZone.get(name) ?? 0);
  const change = countsBefore ? (count ?? 0) - (countsBefore.inZone.get(name) ?? 0) : 0;
  const counted = count === null ? '' : words.peaks(count);
  const fitsAll = (name.length + label.length + counted.length + 6) * LETTER < width + 30;
  const changed = change === 0 ? '' : change > 0 ? `+${change}` : `−${-change}`;
  // In a zone of about a degree, figures would cover those of the next.
  const fits = (figure: string) => (name.length + figure.length + changed.length + 3) * LETTER < width + 16;
  const shownCount = [counted, count === null ? '' : String(count)].find(fits) ?? '';
  return (
    <text x={x + width / 2} y={-11} textAnchor="middle" fill="var(--ink2)">
      <tspan fontWeight={700} fontSize={13} fill="var(--ink)">
        {name}
      </tspan>
      {fitsAll && label !== '' && <tspan dx={6}>{label}</tspan>}
      {shownCount !== '' && (
        <tspan dx={8} fontWeight={600} fill="var(--ink)">
          {shownCount}
        </tspan>
      )}
      {shownCount !== '' && changed !== '' && (
        <tspan dx={5} fontWeight={600} fill="var(--accent)">
          {changed}
        </tspan>
      )}
      <title>{[name, label, counted, changed].filter((part) => part !== '').join(' ')}</title>
    </text>
  );
}
