import type {
  CallFlag,
  PhaseType,
  SampleType,
  TmShift,
  TmShiftSettings,
  ZoneSettings,
} from '@curvewell/domain';

import { itemAt } from '../at.ts';
import type { ChannelConfiguration, PhaseConfiguration } from '../configuration.ts';
import type { FoundPeak } from '../peaks/found-peak.ts';
import { peaksAccepted } from '../peaks/peak-reject.ts';
import { SHIFT } from '../plate-settings.ts';
import { medianError, middle } from './shift-error.ts';

/** A well as input of the Tm shift: its content and its transitions. */
export interface ShiftWell {
  readonly sampleType: SampleType;
  readonly expectedDiagnostic: string | null;
  readonly phases: readonly { readonly type: PhaseType; readonly peaks: readonly FoundPeak[] }[];
}

/** Distance of a control's Tm from the kit's, °C, with its error. */
interface Distance {
  readonly shift: number;
  readonly error: number;
}

type Figures = NonNullable<TmShift['ofOthers']>;

const rounded = (value: number, step: number): number => Math.round(value / step) * step;
/** Rounded for output: a shift is reported exactly as applied. */
const figure = (value: number, step: number): number => Number(rounded(value, step).toFixed(3));

/** The reference Tm of the zones that a control may show in a phase, rising. */
function referencesOf({ zones }: PhaseConfiguration, shown: ReadonlySet<string> | null): number[] {
  const isShown = ({ name }: ZoneSettings): boolean => shown === null || shown.has(name);
  return zones
    .filter(isShown)
    .flatMap(({ referenceTm }) => referenceTm ?? [])
    .sort((a, b) => a - b);
}

/** The zones in combinations with a diagnostic; null: unknown which of them a control shows. */
function zonesShown(
  { expectedDiagnostic }: ShiftWell,
  { rules }: ChannelConfiguration,
): ReadonlySet<string> | null {
  if (expectedDiagnostic === null) return null;
  return new Set(rules.flatMap(({ zones, diagnostic }) => (diagnostic === expectedDiagnostic ? zones : [])));
}

/**
 * The reference Tm that a peak belongs to. If as many peaks count as are expected, they are matched in order.
 * Otherwise it is the nearest one, unless a shift within the limit could also explain another.
 */
function referenceFor(
  peak: FoundPeak,
  {
    peaks,
    references,
    isKnown,
    limit,
  }: {
    readonly peaks: readonly FoundPeak[];
    readonly references: readonly number[];
    readonly isKnown: boolean;
    readonly limit: number;
  },
): number | null {
  if (isKnown && peaks.length === references.length)
    return itemAt(references, peaks.filter(({ tm }) => tm < peak.tm).length);
  const away = (reference: number): number => Math.abs(peak.tm - reference);
  const [nearest, next] = [...references].sort((a, b) => away(a) - away(b));
  if (nearest === undefined) return null;
  return next !== undefined && away(next) <= limit ? null : nearest;
}

/** For the highest counted peak in a phase; ignores zones, because they may be what is wrong. */
function phaseDistance(
  well: ShiftWell,
  settings: PhaseConfiguration,
  { shown, limit }: { readonly shown: ReadonlySet<string> | null; readonly limit: number },
): Distance | null {
  const found = well.phases.find(({ type }) => type === settings.phaseType)?.peaks ?? [];
  const peaks = peaksAccepted(found, settings);
  const [first, ...others] = peaks;
  if (first === undefined) return null;
  const highest = others.reduce((high, peak) => (peak.height > high.height ? peak : high), first);
  const references = referencesOf(settings, shown);
  const reference = referenceFor(highest, { peaks, references, isKnown: shown !== null, limit });
  return reference === null || highest.tmError === null
    ? null
    : { shift: highest.tm - reference, error: highest.tmError };
}

const CONTROLS: readonly SampleType[] = ['POSITIVE_TEST', 'STANDARD'];

/** The distance of a control over its phases; null: unknown. */
function controlDistance(
  well: ShiftWell,
  configuration: ChannelConfiguration,
  limit: number,
): Distance | null {
  if (!CONTROLS.includes(well.sampleType)) return null;
  const shown = zonesShown(well, configuration);
  const distances = configuration.phases.flatMap(
    (settings) => phaseDistance(well, settings, { shown, limit }) ?? [],
  );
  if (distances.length === 0) return null;
  const mean = (key: keyof Distance): number =>
    distances.reduce((sum, distance) => sum + distance[key], 0) / distances.length;
  return { shift: mean('shift'), error: mean('error') };
}

/** The median of some controls, its standard error, and the decision. */
function decide(controls: readonly Distance[], { limit }: TmShiftSettings): Figures {
  const count = controls.length;
  if (count === 0) return { decision: 'no-controls', controls: 0, median: null, error: null, moved: 0 };
  const shifts = controls.map(({ shift }) => shift);
  const median = figure(middle(shifts), SHIFT.step);
  const errors = controls.map((control) => control.error);
  const error = figure(medianError(shifts, errors), 0.001);
  const size = Math.abs(median);
  const figures = { controls: count, median, error };
  if (size <= SHIFT.least) return { ...figures, decision: 'too-small', moved: 0 };
  if (size <= SHIFT.errors * error) return { ...figures, decision: 'uncertain', moved: 0 };
  if (size > limit) return { ...figures, decision: 'beyond-limit', moved: 0 };
  return { ...figures, decision: 'moved', moved: median };
}

const hasReference = ({ phases }: ChannelConfiguration): boolean =>
  phases.some(({ zones }) => zones.some(({ referenceTm }) => referenceTm !== undefined));

/** The Tm shift recorded with a well. */
export interface WellShift {
  readonly tmShift: TmShift;
  /** Whether this well contributed to the shift. */
  readonly isCompared: boolean;
}

/**
 * The Tm shift for each well of an assay, from its positive controls and standards; null: no correction in
 * the kit version. A control that contributes is evaluated with the shift of the others, so that none passes
 * because of itself.
 */
export function tmShifts(
  wells: readonly ShiftWell[],
  configuration: ChannelConfiguration,
): readonly WellShift[] | null {
  const settings = configuration.tmShift ?? null;
  if (settings === null) return null;
  const distances = wells.map((well) => controlDistance(well, configuration, settings.limit));
  const controls = distances.flatMap((distance) => distance ?? []);
  const { limit } = settings;
  const decided: TmShift = hasReference(configuration)
    ? { ...decide(controls, settings), limit }
    : { decision: 'no-reference', controls: 0, median: null, error: null, moved: 0, limit };
  return distances.map((distance) => {
    if (distance === null) return { tmShift: decided, isCompared: false };
    if (decided.moved === 0) return { tmShift: decided, isCompared: true };
    const others = controls.filter((other) => other !== distance);
    return { tmShift: { ...decided, ofOthers: decide(others, settings) }, isCompared: true };
  });
}

/** The settings of a well with shifted zones. */
export function shiftedBy(configuration: ChannelConfiguration, tmShift: TmShift): ChannelConfiguration {
  const { moved } = tmShift.ofOthers ?? tmShift;
  if (moved === 0) return configuration;
  const up = (zone: ZoneSettings): ZoneSettings => ({
    ...zone,
    minTemp: zone.minTemp + moved,
    maxTemp: zone.maxTemp + moved,
  });
  return {
    ...configuration,
    phases: configuration.phases.map((phase) => ({ ...phase, zones: phase.zones.map(up) })),
  };
}

/** Controls fail when their shift exceeds the kit's limit. */
export function shiftFlags(shift: WellShift | null): readonly CallFlag[] {
  if (shift === null || !shift.isCompared || shift.tmShift.decision !== 'beyond-limit') return [];
  const { median, limit } = shift.tmShift;
  return [{ code: 'tm-shift-beyond', phase: null, zone: null, temperature: null, measured: median, limit }];
}
