import type { ControlChoice, ControlKey } from '@curvewell/contracts';
import {
  controlMeasureSchema,
  diagnosticNameSchema,
  phaseTypeSchema,
  zoneNameSchema,
  type ControlMeasure,
} from '@curvewell/domain';
import { useMemo } from 'react';

import type { ControlScopeQuery } from '../../data/controls.ts';
import { today } from '../../shared/format/format.ts';
import { useAddress } from '../../shared/navigation/use-address.ts';

export const PERIODS = ['30', '90', '180', '365', 'all'] as const;
export type Period = (typeof PERIODS)[number];
const USUAL_PERIOD: Period = '180';
const DAY_MS = 24 * 3600 * 1000;
const ALL = 'all';
/** Selects the Tm shift in place of a control. */
export const SHIFT_KEY = 'TM_SHIFT';

export interface ControlsView {
  readonly choice: ControlChoice;
  /** Null for all. */
  readonly analyserId: string | null;
  readonly period: Period;
  readonly measure: ControlMeasure;
  /** Null for the first. */
  readonly key: ControlKey | null;
  /** Show the Tm shift of the plates instead of a control. */
  readonly isShift: boolean;
  /** Null for the newest. */
  readonly readingId: string | null;
}

/** `?kit=…&buffer=…&analyser=…&channel=FAM&period=180&measure=tm&control=STANDARD.HETEROZYGOUS.ANNEAL.B&reading=…` */
export function useControlsAddress(choices: readonly ControlChoice[]) {
  const { address, set, open } = useAddress();
  const view = useMemo(() => viewOf(address, choices), [address, choices]);
  return { view, set, saved: savedAddressOf(address, view), open };
}

/**
 * The selection as a view to save, without the reading, of which there is a newer one tomorrow. A kit that does not exist is
 * replaced by the one shown, so that no saved view seems to show its own.
 */
export function savedAddressOf(address: URLSearchParams, view: ControlsView | null): string {
  const saved = new URLSearchParams(address);
  saved.delete('reading');
  if (view !== null)
    for (const [name, of] of CHOSEN)
      if (saved.has(name) && saved.get(name) !== ALL) saved.set(name, of(view.choice));
  return saved.toString();
}

export type SetAddress = ReturnType<typeof useControlsAddress>['set'];

/** The parameters that narrow the charts, most important first. */
const CHOSEN: readonly (readonly [string, (choice: ControlChoice) => string])[] = [
  ['kit', ({ kit }) => kit.id],
  ['buffer', ({ reactionBuffer }) => reactionBuffer.id],
  ['channel', ({ channel }) => channel],
  ['analyser', ({ analyser }) => analyser.id],
];

/** The selection in the address, ignoring values that do not exist. */
function viewOf(address: URLSearchParams, choices: readonly ControlChoice[]): ControlsView | null {
  const asked = (name: string, of: (choice: ControlChoice) => string) => (choice: ControlChoice) =>
    address.get(name) === null || of(choice) === address.get(name);
  const narrowed = CHOSEN.map(([name, of]) => asked(name, of)).reduce(
    (left, fits) => (left.some(fits) ? left.filter(fits) : left),
    choices,
  );
  const [choice] = narrowed;
  if (choice === undefined) return null;
  return {
    choice,
    analyserId: address.get('analyser') === ALL ? null : choice.analyser.id,
    period: PERIODS.find((period) => period === address.get('period')) ?? USUAL_PERIOD,
    measure: controlMeasureSchema.catch('tm').parse(address.get('measure')),
    key: keyOf(address.get('control')),
    isShift: address.get('control') === SHIFT_KEY,
    readingId: address.get('reading'),
  };
}

function keyOf(text: string | null): ControlKey | null {
  const [sampleType, ...parts] = (text ?? '').split('.');
  // A kit's own name may contain the separator.
  const [phase, zone] = parts.slice(-2);
  const expected = parts.slice(0, -2).join('.');
  const isControl = sampleType === 'STANDARD' || sampleType === 'POSITIVE_TEST';
  const parsed = { phase: phaseTypeSchema.safeParse(phase), zone: zoneNameSchema.safeParse(zone) };
  if (!isControl || !parsed.phase.success || !parsed.zone.success) return null;
  const diagnostic = diagnosticNameSchema.safeParse(expected);
  return {
    sampleType,
    phase: parsed.phase.data,
    zone: parsed.zone.data,
    ...(diagnostic.success && { expected: diagnostic.data }),
  };
}

/** The query for the server. It uses whole days, so that the response can be cached. */
export function scopeOf({ choice, analyserId, period }: ControlsView): ControlScopeQuery {
  const from = new Date(Date.parse(`${today()}T00:00:00Z`) - Number(period) * DAY_MS);
  return {
    kitId: choice.kit.id,
    reactionBufferId: choice.reactionBuffer.id,
    channel: choice.channel,
    ...(analyserId !== null && { analyserId }),
    ...(period !== ALL && { from: from.toISOString() }),
  };
}
