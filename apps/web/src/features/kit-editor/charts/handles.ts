import { type PhaseType, ZONE_TEMPERATURE_STEP } from '@curvewell/domain';

import { changePhase, changeZone } from '../draft/draft-edits.ts';
import type { ChannelDraft, ZoneDraft } from '../draft/kit-draft.ts';
import type { Focus } from '../kit-editor-context.ts';

/** A zone edge or a threshold that can be moved in the charts. */
export type Handle = Exclude<Focus, { readonly kind: 'rule' }> & { readonly value: number };

/** Identifies a handle independently of its value. */
export const handleKey = (handle: Focus): string =>
  handle.kind === 'rule'
    ? `rule ${handle.label}`
    : [handle.kind, handle.phase, handle.zone ?? '', handle.kind === 'edge' ? handle.edge : ''].join(' ');

/** All handles by phase: zone edges by temperature, then thresholds. */
export function handlesOf({ phases }: ChannelDraft): Handle[] {
  return phases.flatMap(({ phaseType: phase, minThreshold, zones }) => {
    const placed = zones.map((zone, index) => ({ zone, index }));
    const edges = placed
      .toSorted((a, b) => (a.zone.minTemp ?? 0) - (b.zone.minTemp ?? 0))
      .flatMap(({ zone, index }) =>
        (['minTemp', 'maxTemp'] as const).flatMap((edge) => {
          const value = zone[edge];
          return value === null ? [] : [{ kind: 'edge' as const, phase, zone: index, edge, value }];
        }),
      );
    const own = placed.flatMap(({ zone: { minThreshold: value }, index }) =>
      value === null ? [] : [{ kind: 'threshold' as const, phase, zone: index, value }],
    );
    const common =
      minThreshold === null ? [] : [{ kind: 'threshold' as const, phase, zone: null, value: minThreshold }];
    return [...edges, ...common, ...own];
  });
}

/** Allowed temperatures of zones, °C. */
const COLDEST = 20;
const HOTTEST = 110;

/** Removes floating-point error. */
const exact = (value: number): number => Number(value.toFixed(6));

/** Rounds a zone edge to tenths of a degree, or to a finer step. */
export function snapped(value: number, step: number = ZONE_TEMPERATURE_STEP): number {
  const steps = Math.round(exact(Math.min(HOTTEST, Math.max(COLDEST, value)) / step));
  return exact(steps * step);
}
/** Rounds a threshold to an integer from 10 on, and to three significant digits below. */
const threshold = (value: number): number =>
  value >= 10 ? Math.round(value) : Number(Math.max(0, value).toPrecision(3));

/** Moves a handle to a value, or as close to it as its neighbours allow. */
export function withHandle(channel: ChannelDraft, handle: Focus, value: number, step?: number): ChannelDraft {
  if (handle.kind === 'rule') return channel;
  if (handle.kind === 'threshold') {
    const minThreshold = threshold(value);
    return handle.zone === null
      ? changePhase(channel, handle.phase, { minThreshold })
      : changeZone(channel, { phase: handle.phase, index: handle.zone }, { minThreshold });
  }
  const place = { phase: handle.phase, index: handle.zone };
  return changeZone(channel, place, { [handle.edge]: snapped(value, step) });
}

/** Moves a whole zone so that one of its edges is at a temperature. Its width stays the same. */
export function withZoneMoved(
  channel: ChannelDraft,
  handle: Extract<Focus, { readonly kind: 'edge' }>,
  value: number,
  step?: number,
): ChannelDraft {
  const zone = zoneOf(channel, handle);
  const from = zone?.[handle.edge] ?? null;
  if (!zone || zone.minTemp === null || zone.maxTemp === null || from === null) return channel;
  const wanted = snapped(value, step) - from;
  const by = Math.min(HOTTEST - zone.maxTemp, Math.max(COLDEST - zone.minTemp, wanted));
  return changeZone(
    channel,
    { phase: handle.phase, index: handle.zone },
    { minTemp: exact(zone.minTemp + by), maxTemp: exact(zone.maxTemp + by) },
  );
}

export const zoneOf = (
  { phases }: ChannelDraft,
  { phase, zone }: { readonly phase: PhaseType; readonly zone: number },
): ZoneDraft | undefined => phases.find(({ phaseType }) => phaseType === phase)?.zones[zone];

/** The edge of the next zone in a direction, which may be touched; the edge itself if there is none. */
function neighbour(channel: ChannelDraft, handle: Extract<Handle, { kind: 'edge' }>, way: -1 | 1): number {
  const zones = channel.phases.find(({ phaseType }) => phaseType === handle.phase)?.zones ?? [];
  const ends = zones.flatMap(({ minTemp, maxTemp }, index) => {
    const end = way < 0 ? maxTemp : minTemp;
    return index === handle.zone || end === null ? [] : [end];
  });
  const ahead = ends.filter((end) => (end - handle.value) * way > 0);
  if (ahead.length === 0) return handle.value;
  return way < 0 ? Math.max(...ahead) : Math.min(...ahead);
}

/** The value of a handle after a key press; null if the key does not move it. */
export function handleAfterKey(
  channel: ChannelDraft,
  handle: Handle,
  { key, edgeStep = ZONE_TEMPERATURE_STEP }: { readonly key: string; readonly edgeStep?: number },
): number | null {
  const { value } = handle;
  if (handle.kind === 'threshold') {
    const step = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[key];
    return step === undefined ? null : value + step;
  }
  const step = { ArrowRight: edgeStep, ArrowLeft: -edgeStep, PageUp: 1, PageDown: -1 }[key];
  if (step !== undefined) return value + step;
  if (key === 'Home') return neighbour(channel, handle, -1);
  return key === 'End' ? neighbour(channel, handle, 1) : null;
}
