import { text } from '../../../locale/text.ts';
import { fluorescenceTicks } from '../../curves/curve-series.ts';
import { overlaps } from '../draft/draft-issues.ts';
import type { PhaseDraft, ZoneDraft } from '../draft/kit-draft.ts';
import styles from '../kit-editor.module.css';
import type { PhasePlot } from './chart-layout.ts';
import type { PeakCounts } from './peak-counts.ts';

const words = text.kits.charts;

interface MarksProps {
  readonly plot: PhasePlot;
  readonly phase: PhaseDraft;
  readonly saved: PhaseDraft | undefined;
}

/** Left and right of a zone in the plot; null: it has no beginning or no end yet. */
function band({ minTemp, maxTemp }: ZoneDraft, plot: PhasePlot): { x: number; width: number } | null {
  if (minTemp === null || maxTemp === null || maxTemp < minTemp) return null;
  const x = Math.max(plot.left, plot.toX(minTemp));
  const end = Math.min(plot.left + plot.width, plot.toX(maxTemp));
  return end <= x ? null : { x, width: end - x };
}

/** Behind the curves: zones, what moved since they were stored, and the lines of the values. */
export function GroundMarks({ plot, phase, saved }: MarksProps) {
  const { top, height, left, width } = plot;
  return (
    <g>
      {phase.zones.map((zone, index) => {
        const place = band(zone, plot);
        return (
          place && (
            <rect
              key={index}
              {...place}
              y={top}
              height={height}
              fill={`var(--zone-${index % 2 ? 'even' : 'odd'})`}
            />
          )
        );
      })}
      {phase.zones.flatMap((zone) =>
        (['minTemp', 'maxTemp'] as const).map((edge) => (
          <MovedGround
            key={`${zone.name} ${edge}`}
            plot={plot}
            now={zone[edge]}
            before={savedZone(saved, zone)?.[edge] ?? null}
          />
        )),
      )}
      {overlaps(phase.zones).map(({ index, from, to }) => (
        <rect
          key={index}
          x={plot.toX(from)}
          width={Math.max(2, plot.toX(to) - plot.toX(from))}
          y={top}
          height={height}
          fill="url(#kit-overlap)"
        />
      ))}
      {fluorescenceTicks(plot.y).map((value) => (
        <g key={value}>
          <line x1={left} x2={left + width} y1={plot.toY(value)} y2={plot.toY(value)} stroke="var(--grid)" />
          <text x={left - 7} y={plot.toY(value) + 4} textAnchor="end" fill="var(--ink2)">
            {value}
          </text>
        </g>
      ))}
      <line x1={left} x2={left + width} y1={top + height} y2={top + height} stroke="var(--control)" />
    </g>
  );
}

const savedZone = (saved: PhaseDraft | undefined, { name }: ZoneDraft): ZoneDraft | undefined =>
  saved?.zones.find((zone) => zone.name === name);

interface MovedGroundProps {
  readonly plot: PhasePlot;
  readonly now: number | null;
  readonly before: number | null;
}

function MovedGround({ plot, now, before }: MovedGroundProps) {
  if (now === null || before === null || now === before) return null;
  const [from, to] = [plot.toX(Math.min(now, before)), plot.toX(Math.max(now, before))];
  return (
    <g>
      <rect
        x={from}
        width={to - from}
        y={plot.top}
        height={plot.height}
        fill="var(--accent)"
        opacity={0.22}
      />
      <line
        x1={plot.toX(before)}
        x2={plot.toX(before)}
        y1={plot.top}
        y2={plot.top + plot.height}
        stroke="var(--ink3)"
        strokeDasharray="2 3"
      />
    </g>
  );
}

interface FrontMarksProps extends MarksProps {
  /** Null: no run. */
  readonly counts: PeakCounts | null;
  readonly countsBefore: PeakCounts | null;
}

/** Before the curves: names and counts above, edges, thresholds, and what lies outside. */
export function FrontMarks({ plot, phase, counts, countsBefore }: FrontMarksProps) {
  const { top, left, width, height } = plot;
  const right = left + width;
  const outside = counts?.outside.toSorted((a, b) => a.peak.tm - b.peak.tm)[0]?.peak;
  return (
    <g>
      <text x={left} y={top - 11} fontWeight={700} fill="var(--ink)">
        {phase.phaseType}
      </text>
      {phase.zones.map((zone, index) => {
        const place = band(zone, plot);
        if (place === null) return null;
        const count = counts?.inZone.get(zone.name) ?? 0;
        return (
          <g key={index}>
            <ZoneStrip
              zone={zone}
              x={place.x + place.width / 2}
              y={top - 11}
              width={place.width}
              count={counts && count}
              change={countsBefore ? count - (countsBefore.inZone.get(zone.name) ?? 0) : 0}
            />
            {[zone.minTemp, zone.maxTemp].map((edge, end) =>
              edge === null || plot.toX(edge) < left || plot.toX(edge) > right ? null : (
                <line
                  key={end}
                  x1={plot.toX(edge)}
                  x2={plot.toX(edge)}
                  y1={top - 4}
                  y2={top + height}
                  stroke="var(--control)"
                  strokeWidth={1.2}
                />
              ),
            )}
            {zone.minThreshold !== null && (
              <line
                x1={place.x}
                x2={place.x + place.width}
                y1={plot.toY(zone.minThreshold)}
                y2={plot.toY(zone.minThreshold)}
                stroke="var(--danger)"
                strokeWidth={1.2}
              />
            )}
          </g>
        );
      })}
      {phase.minThreshold !== null && (
        <g>
          <line
            x1={left}
            x2={right}
            y1={plot.toY(phase.minThreshold)}
            y2={plot.toY(phase.minThreshold)}
            stroke="var(--danger)"
            strokeWidth={1.2}
            strokeDasharray="7 4"
          />
          <text
            x={left + 6}
            y={plot.toY(phase.minThreshold) - 5}
            fill="var(--danger)"
            className={styles['halo']}
          >
            {words.threshold(phase.minThreshold)}
          </text>
          {counts !== null && counts.below > 0 && (
            <text
              x={right - 6}
              y={Math.min(top + height - 3, plot.toY(phase.minThreshold) + 13)}
              textAnchor="end"
              fill="var(--ink2)"
              className={styles['halo']}
            >
              {words.below(counts.below)}
            </text>
          )}
        </g>
      )}
      {outside && (
        <text
          x={Math.min(right - 36, Math.max(left + 36, plot.toX(outside.tm)))}
          y={Math.max(top + 12, plot.toY(outside.height) - 10)}
          textAnchor="middle"
          fontWeight={600}
          fill="var(--warning)"
          className={styles['halo']}
        >
          {words.outside(counts.outside.length)}
        </text>
      )}
    </g>
  );
}

interface ZoneStripProps {
  readonly zone: ZoneDraft;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly count: number | null;
  readonly change: number;
}

/** Width of a letter at 11 px, with which a label is known to fit. */
const LETTER = 6.4;

/** “A −13910*C 64 peaks +2”; what does not fit goes, the label first. */
function ZoneStrip({ zone: { name, label }, x, y, width, count, change }: ZoneStripProps) {
  const counted = count === null ? '' : words.peaks(count);
  const fitsAll = (name.length + label.length + counted.length + 6) * LETTER < width + 30;
  const fitsCount = (counted.length + 6) * LETTER < width + 16;
  const shownCount = fitsCount || count === null ? counted : String(count);
  return (
    <text x={x} y={y} textAnchor="middle" fill="var(--ink2)">
      <tspan fontWeight={700} fontSize={13} fill="var(--ink)">
        {name}
      </tspan>
      {fitsAll && label !== '' && <tspan dx={6}>{label}</tspan>}
      {shownCount !== '' && (
        <tspan dx={8} fontWeight={600} fill="var(--ink)">
          {shownCount}
        </tspan>
      )}
      {change !== 0 && (
        <tspan dx={5} fontWeight={600} fill="var(--accent)">
          {change > 0 ? `+${change}` : `−${-change}`}
        </tspan>
      )}
      <title>{[name, label, counted].filter((part) => part !== '').join(' ')}</title>
    </text>
  );
}
