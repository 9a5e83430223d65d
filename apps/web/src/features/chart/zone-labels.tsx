import type { ChartScale } from './chart-scale.ts';

/** Estimated width of a character at 11 px, to decide whether a label fits. */
const LETTER_WIDTH = 6.2;
/** Narrower zones have no label, px. */
const MIN_WIDTH = 8;

interface ZoneLabelsProps {
  readonly zones: readonly {
    readonly name: string;
    readonly label: string;
    readonly minTemp: number;
    readonly maxTemp: number;
  }[];
  readonly scale: ChartScale;
  /** How far a label may extend beyond its zone, both sides together, px. */
  readonly spill?: number;
}

/** Letter and label of each zone above the plot, or only the letter if the zone is narrow. */
export function ZoneLabels({ zones, scale, spill = 12 }: ZoneLabelsProps) {
  return zones.map(({ name, label, minTemp, maxTemp }) => {
    const from = Math.max(0, scale.toX(minTemp));
    const to = Math.min(scale.plotWidth, scale.toX(maxTemp));
    if (to - from < MIN_WIDTH) return null;
    const fits = label !== '' && (label.length + 3) * LETTER_WIDTH < to - from + spill;
    return (
      <text key={name} x={(from + to) / 2} y={-8} textAnchor="middle" pointerEvents="auto" fill="var(--ink)">
        <tspan fontWeight={700}>{name}</tspan>
        {fits && (
          <tspan dx={6} fill="var(--ink2)">
            {label}
          </tspan>
        )}
        {!fits && <title>{`${name} ${label}`}</title>}
      </text>
    );
  });
}
