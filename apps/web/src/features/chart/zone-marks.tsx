import type { Range } from './chart-scale.ts';
import { Area, LevelLine, UprightLine } from './frame-marks.tsx';

interface ZoneAreasProps {
  /** °C; a zone without both edges is not drawn. */
  readonly zones: readonly { readonly minTemp: number | null; readonly maxTemp: number | null }[];
}

/** The ground of each zone, in turns of two tones. */
export function ZoneAreas({ zones }: ZoneAreasProps) {
  return zones.map(
    ({ minTemp, maxTemp }, index) =>
      minTemp !== null &&
      maxTemp !== null &&
      minTemp < maxTemp && (
        <Area key={index} x={[minTemp, maxTemp]} fill={`var(--zone-${index % 2 === 0 ? 'odd' : 'even'})`} />
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

export const EdgeLine = ({ at, look }: EdgeLineProps) => <UprightLine x={at} {...EDGES[look]} />;

interface MovedGroundProps {
  /** °C */
  readonly now: number;
  readonly before: number;
}

/** The ground between an edge and where it was. */
export const MovedGround = ({ now, before }: MovedGroundProps) => (
  <Area x={[before, now]} fill="var(--accent)" fillOpacity={0.22} />
);

interface ThresholdLineProps {
  /** RFU/°C */
  readonly at: number;
  /** Of a zone's own threshold: where it counts, °C. */
  readonly across?: Range;
  /** Not where it was. */
  readonly isMoved?: boolean;
}

/** Dashed where it counts at all temperatures. */
export function ThresholdLine({ at, across, isMoved = false }: ThresholdLineProps) {
  if (isMoved) return <LevelLine y={at} stroke="var(--accent)" />;
  const dashes = across === undefined ? { strokeDasharray: '7 4' } : { across };
  return <LevelLine y={at} stroke="var(--danger)" strokeWidth={1.2} {...dashes} />;
}
