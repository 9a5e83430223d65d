import { ReferenceArea, ReferenceLine } from 'recharts';

import type { Range } from './chart-scale.ts';

interface ZoneAreasProps {
  /** °C. Zones without both edges are not drawn. */
  readonly zones: readonly { readonly minTemp: number | null; readonly maxTemp: number | null }[];
}

/** The background of each zone, in two alternating shades. */
export function ZoneAreas({ zones }: ZoneAreasProps) {
  return zones.map(
    ({ minTemp, maxTemp }, index) =>
      minTemp !== null &&
      maxTemp !== null &&
      minTemp < maxTemp && (
        <ReferenceArea
          key={index}
          x1={minTemp}
          x2={maxTemp}
          fill={`var(--zone-${index % 2 === 0 ? 'odd' : 'even'})`}
          fillOpacity={1}
          ifOverflow="hidden"
        />
      ),
  );
}

const EDGES = {
  kit: { stroke: 'var(--control)', strokeDasharray: '2 3' },
  before: { stroke: 'var(--ink3)', strokeDasharray: '2 3' },
  moved: { stroke: 'var(--accent)', strokeWidth: 1.5 },
} as const;

interface EdgeLineProps {
  /** °C */
  readonly at: number;
  readonly look: keyof typeof EDGES;
}

export const EdgeLine = ({ at, look }: EdgeLineProps) => (
  <ReferenceLine x={at} {...EDGES[look]} ifOverflow="discard" />
);

interface MovedGroundProps {
  /** °C */
  readonly now: number;
  readonly before: number;
}

/** Shades the area between an edge and its previous position, which is dotted. */
export const MovedGround = ({ now, before }: MovedGroundProps) => (
  <>
    <ReferenceArea x1={before} x2={now} fill="var(--accent)" fillOpacity={0.22} ifOverflow="hidden" />
    <EdgeLine at={before} look="before" />
  </>
);

interface ThresholdLineProps {
  /** RFU/°C */
  readonly at: number;
  /** Range of the zone with this threshold, °C. */
  readonly across?: Range;
  /** The threshold differs from its previous value. */
  readonly isMoved?: boolean;
}

/** A threshold for one zone (solid) or for all temperatures (dashed). */
export function ThresholdLine({ at, across, isMoved = false }: ThresholdLineProps) {
  if (isMoved) return <ReferenceLine y={at} stroke="var(--accent)" ifOverflow="discard" />;
  const look = { stroke: 'var(--danger)', strokeWidth: 1.2, ifOverflow: 'discard' } as const;
  if (across === undefined) return <ReferenceLine y={at} {...look} strokeDasharray="7 4" />;
  const [from, to] = across;
  return (
    <ReferenceLine
      segment={[
        { x: from, y: at },
        { x: to, y: at },
      ]}
      {...look}
    />
  );
}
