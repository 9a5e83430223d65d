import { type MeltSummary, type Run, type TemperatureRange, wholeRange } from '@curvewell/domain';

import type { RowFit } from './use-row-fits.ts';

type Zone = RowFit['fit']['zones'][number];
type Curve = Run['importReport']['curves'][number];

/** Zones with the same range, such as `A, C`. */
interface ZoneBox {
  readonly names: readonly string[];
  /** Those of them that were not read. */
  readonly unread: readonly string[];
  readonly range: TemperatureRange;
}

/** The zones of a kit in one channel or phase, above the range in the file. */
export interface FitLane {
  readonly key: string;
  readonly channel: Zone['channel'];
  readonly phases: readonly Zone['phase'][];
  readonly range: TemperatureRange;
  readonly boxes: readonly ZoneBox[];
  /** null if the file has no data there. */
  readonly file: TemperatureRange | null;
}

/** A lane for each channel, or for each phase if zones of two phases would overlap. */
export function fitLanes(zones: readonly Zone[], curves: readonly Curve[]): FitLane[] {
  return [...Map.groupBy(zones, ({ channel }) => channel)].flatMap(([channel, ofChannel]) => {
    const areDisjoint = !boxesOverlap(boxesOf(ofChannel));
    const groups = areDisjoint ? [ofChannel] : [...Map.groupBy(ofChannel, ({ phase }) => phase).values()];
    return groups.flatMap((group): FitLane[] => {
      const range = wholeRange(group.map(({ minTemp, maxTemp }) => [minTemp, maxTemp]));
      if (range === null) return [];
      const phases = [...new Set(group.map(({ phase }) => phase))];
      const held = curves.filter((curve) => curve.channel === channel && phases.includes(curve.phase));
      const boxes = boxesOf(group);
      const file = wholeRange(held.map(({ temperature }) => temperature));
      return [{ key: [channel, ...phases].join(' '), channel, phases, range, boxes, file }];
    });
  });
}

function boxesOf(zones: readonly Zone[]): ZoneBox[] {
  const boxes = new Map<string, { readonly range: TemperatureRange; readonly alike: Zone[] }>();
  for (const zone of zones) {
    const range: TemperatureRange = [zone.minTemp, zone.maxTemp];
    const box = boxes.get(range.join(' ')) ?? { range, alike: [] };
    box.alike.push(zone);
    boxes.set(range.join(' '), box);
  }
  return [...boxes.values()]
    .map(({ range, alike }) => ({
      names: namesOf(alike),
      range,
      unread: namesOf(alike.filter(({ isRead }) => !isRead)),
    }))
    .sort((a, b) => a.range[0] - b.range[0]);
}

const namesOf = (zones: readonly Zone[]): string[] => [...new Set(zones.map(({ name }) => name))].sort();

const boxesOverlap = (boxes: readonly ZoneBox[]): boolean =>
  boxes.some(({ range: [from] }, index) => from < (boxes[index - 1]?.range[1] ?? -Infinity));

const GRID = 5;
/** With more ticks than this, the step is doubled. */
const MAX_TICKS = 14;

/** The axis below some lanes, rounded to multiples of five with a margin, °C. */
export function fitAxis(lanes: readonly FitLane[]): {
  readonly range: TemperatureRange;
  readonly ticks: readonly number[];
} {
  const [low, high] = wholeRange(lanes.flatMap(({ range, file }) => [range, ...(file ? [file] : [])])) ?? [
    40, 100,
  ];
  const from = Math.floor((low - 1) / GRID) * GRID;
  const to = Math.ceil((high + 1) / GRID) * GRID;
  const step = (to - from) / GRID > MAX_TICKS ? 2 * GRID : GRID;
  const count = Math.floor((to - from) / step) + 1;
  return { range: [from, to], ticks: Array.from({ length: count }, (_, index) => from + index * step) };
}

/** The mean curves of a file in a lane. */
export const meltsOf = ({ channel, phases }: FitLane, melts: readonly MeltSummary[]): MeltSummary[] =>
  melts.filter((melt) => melt.channel === channel && phases.includes(melt.phase));

/** A curve as an SVG path in a box of 100 × 100 over a range of temperatures; empty: nothing to draw. */
export function curvePath({ curve }: Pick<MeltSummary, 'curve'>, [from, to]: TemperatureRange): string {
  const values = curve.map(([, value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (!(high > low) || !(to > from)) return '';
  const points = curve.map(([temperature, value]) => {
    const x = (100 * (temperature - from)) / (to - from);
    const y = 94 - (88 * (value - low)) / (high - low);
    return `${x.toFixed(2)} ${y.toFixed(2)}`;
  });
  return `M${points.join('L')}`;
}
