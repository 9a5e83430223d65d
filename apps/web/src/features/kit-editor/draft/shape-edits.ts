import {
  type ChannelName,
  type CurveShape,
  DEFAULT_SHAPE_BORDERS,
  LEAST_SHAPE_MELT,
  LEAST_SHAPE_REGION,
  shapeRegions,
} from '@curvewell/domain';

import type { ChannelDraft, VersionDraft } from './kit-draft.ts';

/** An edge of a region: the first or second limit. */
export interface RegionEdge {
  readonly region: 'before' | 'after';
  readonly side: 0 | 1;
}

const NO_ZONES = { from: 65, to: 90 } as const;

/** New settings of a channel: around the zones of its first phase. */
export function newShape(channel: ChannelName, { phases }: ChannelDraft): CurveShape {
  const [phase] = phases;
  const edges = (phase?.zones ?? []).flatMap(({ minTemp, maxTemp }) => [minTemp ?? [], maxTemp ?? []].flat());
  const from = edges.length === 0 ? NO_ZONES.from : Math.min(...edges);
  const to = edges.length === 0 ? NO_ZONES.to : Math.max(...edges);
  return {
    channel,
    phase: phase?.phaseType ?? 'MELT',
    ...shapeRegions([from, to]),
    background: 'linear',
    alignAt: null,
    references: [],
    ...DEFAULT_SHAPE_BORDERS,
  };
}

/** Replaces the settings of a channel; null removes them. */
export function withShape(
  version: VersionDraft,
  channel: ChannelName,
  shape: CurveShape | null,
): VersionDraft {
  const others = (version.curveShapes ?? []).filter((one) => one.channel !== channel);
  const next = shape === null ? others : [...others, shape];
  return { ...version, curveShapes: next.length === 0 ? null : next };
}

const exact = (value: number): number => Number(value.toFixed(6));

/** The range in which an edge may be moved, °C. The region and the melt limit it. */
export function edgeLimits(
  shape: Pick<CurveShape, 'before' | 'after'>,
  { region, side }: RegionEdge,
): { readonly least: number; readonly most: number } {
  const [from, to] = shape[region];
  const least =
    side === 1 ? from + LEAST_SHAPE_REGION : region === 'after' ? shape.before[1] + LEAST_SHAPE_MELT : 20;
  const most =
    side === 0 ? to - LEAST_SHAPE_REGION : region === 'before' ? shape.after[0] - LEAST_SHAPE_MELT : 110;
  return { least: exact(least), most: exact(most) };
}

/** Moves an edge to a temperature, or as near as its limits allow. */
export function withEdge(shape: CurveShape, edge: RegionEdge, wanted: number): CurveShape {
  const [from, to] = shape[edge.region];
  const { least, most } = edgeLimits(shape, edge);
  const value = exact(Math.min(most, Math.max(least, wanted)));
  return { ...shape, [edge.region]: edge.side === 0 ? [value, to] : [from, value] };
}
