import {
  ALGORITHM_VERSION,
  assayRead,
  type FoundPhase,
  phaseFind,
  phaseFindKey,
  type PlateWell,
} from '@curvewell/analysis';
import {
  compensatedCurves,
  type DyeCompensation,
  type EvaluatedSettings,
  type EvaluatedWell,
  type KeptTemplate,
  packPoints,
  type PhaseType,
} from '@curvewell/domain';

import { drawnCurve } from '../chart/chart-wells.ts';
import type { StoredCurves } from '../../plate/index.ts';
import { phaseCurves, type PlacedWell, plateWells } from '../chart/plate-wells.ts';

/** The wells of a run that hold a kit and a buffer, with their curves in one channel. */
export interface EvaluatedPlate {
  readonly wells: readonly PlacedWell[];
  readonly curves: readonly StoredCurves[];
  /** What is taken out of them; then the curves of all channels are there. */
  readonly compensation: DyeCompensation | undefined;
}

export interface EvaluateJob {
  /** Names wells and curves as they are now. */
  readonly key: string;
  readonly settings: EvaluatedSettings;
  /** What the version keeps of targets, where the settings ask for it. */
  readonly keptTemplates: readonly KeptTemplate[];
  /** Null: this thread may know it from the last time. */
  readonly plate: EvaluatedPlate | null;
}

/** A plate that was evaluated before: its curves, and the peaks as they were found with some settings of a phase. */
interface KnownPlate {
  readonly wells: readonly PlateWell[];
  readonly found: Map<string, FoundPhase>;
}

/** About 10 MB each, of 384 wells. */
const MAX_PLATES = 3;
/** A phase's peaks depend on its thresholds: going back and forth finds them again. */
const MAX_FOUND = 6;

const known = new Map<string, KnownPlate>();

/** Keeps what was used last. */
function kept<Value>(
  values: Map<string, Value>,
  { key, value, most }: { key: string; value: Value; most: number },
) {
  values.delete(key);
  values.set(key, value);
  for (const oldest of values.keys()) {
    if (values.size <= most) break;
    values.delete(oldest);
  }
  return value;
}

/** The curves of a channel, without the light of other dyes. */
const curvesOf = ({ curves, compensation }: EvaluatedPlate, { channel }: EvaluatedSettings) =>
  compensatedCurves(phaseCurves(curves), compensation).filter((one) => one.channel === channel);

/**
 * Calls the wells of a plate by settings that need not be stored. Runs in a thread of its own, which remembers curves
 * and peaks: another zone or rule takes a few milliseconds.
 *
 * @returns JSON of the wells; null when the plate is not known and must be sent
 */
export function evaluatePlate({ key, settings, keptTemplates, plate }: EvaluateJob): string | null {
  const former =
    plate === null
      ? known.get(key)
      : {
          wells: plateWells(plate.wells, curvesOf(plate, settings)),
          found: new Map<string, FoundPhase>(),
        };
  if (former === undefined) return null;
  const { wells, found } = kept(known, { key, value: former, most: MAX_PLATES });
  const { channel, phases, rules, outsideDiagnostic, tmShift, meltTemplates } = settings;
  const foundPhases = new Map<PhaseType, FoundPhase>(
    phases.map((phase) => {
      const findKey = phaseFindKey(phase);
      const value = found.get(findKey) ?? phaseFind(wells, phase);
      return [phase.phaseType, kept(found, { key: findKey, value, most: MAX_FOUND })];
    }),
  );
  const assay = {
    configuration: {
      channel,
      phases,
      rules,
      outsideDiagnostic,
      tmShift,
      meltTemplates: meltTemplates && { ...meltTemplates, kept: [...keptTemplates] },
    },
    wells: wells.map((well) => ({
      ...well,
      phases: well.phases.filter(({ type }) => foundPhases.has(type)),
    })),
  };
  const evaluated = assayRead(assay, foundPhases, ALGORITHM_VERSION).map(
    ({ position, explanation, phases: slopes }): EvaluatedWell => ({
      position,
      sampleType: explanation.sampleType,
      combination: explanation.combination,
      rule: explanation.triedRules.findLast(({ holds }) => holds)?.rule ?? null,
      diagnostic: explanation.diagnostic,
      ...(explanation.tmShift && { tmShift: explanation.tmShift }),
      ...(explanation.templates && { templates: explanation.templates }),
      phases: explanation.phases.map(({ type, peaks }) => {
        const slope = settings.curves ? slopes.find((one) => one.type === type) : undefined;
        const drawn = slope && drawnCurve({ temperature: slope.temperature, value: slope.slope });
        return { type, peaks: [...peaks], ...(drawn && { chartPoints: packPoints(drawn) }) };
      }),
    }),
  );
  return JSON.stringify(evaluated);
}
