import {
  ALGORITHM_VERSION,
  assayRead,
  type FoundPhase,
  phaseFind,
  phaseFindKey,
  type PlateWell,
} from '@curvewell/analysis';
import {
  amplificationOfRules,
  withCrossTalk,
  compensatedCurves,
  type DyeCompensation,
  type EvaluatedSettings,
  type EvaluatedWell,
  type KeptTemplate,
  packPoints,
  type PhaseType,
} from '@curvewell/domain';

import { drawnCurve } from '../chart/chart-wells.ts';
import {
  readStoredAmplification,
  type StoredAmplification,
  type StoredCurves,
} from '../../../curves/index.ts';
import { phaseCurves, type PlacedWell, plateWells } from '../chart/plate-wells.ts';

/** The wells of a run with a kit and a buffer, and their curves in one channel. */
export interface EvaluatedPlate {
  readonly wells: readonly PlacedWell[];
  readonly curves: readonly StoredCurves[];
  /** Of all channels, because rules may use any; null: the run has none. */
  readonly amplification: StoredAmplification | null;
  /** Cross-talk to subtract; then the curves of all channels are included. */
  readonly compensation: DyeCompensation | undefined;
}

export interface EvaluateJob {
  /** Identifies the current wells and curves. */
  readonly key: string;
  readonly settings: EvaluatedSettings;
  /** The version's stored templates of targets, where the settings use them. */
  readonly keptTemplates: readonly KeptTemplate[];
  /** Null: this thread may have it cached. */
  readonly plate: EvaluatedPlate | null;
}

/** A cached plate: its curves, and the peaks found with some settings of a phase. */
interface KnownPlate {
  readonly wells: readonly PlateWell[];
  readonly found: Map<string, FoundPhase>;
}

/** A plate of 384 wells takes about 10 MB. */
const MAX_PLATES = 3;
/**
 * Peaks depend on the thresholds of a phase. An open editor evaluates draft, stored settings, curves, the search for a
 * threshold and its effect, each in two phases; two more make undo fast.
 */
const MAX_FOUND = 12;

const known = new Map<string, KnownPlate>();

/** Keeps the most recently used entries. */
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

/** The curves of a channel, with cross-talk subtracted. */
const curvesOf = ({ curves, compensation }: EvaluatedPlate, { channel }: EvaluatedSettings) =>
  compensatedCurves(phaseCurves(curves), compensation).filter((one) => one.channel === channel);

/** The wells with their curves in a channel, and their amplification in each. */
function amplifiedWells(plate: EvaluatedPlate, settings: EvaluatedSettings): PlateWell[] {
  const amplification = Map.groupBy(
    withCrossTalk(readStoredAmplification(plate.amplification), plate.compensation),
    ({ position }) => position,
  );
  return plateWells(plate.wells, curvesOf(plate, settings)).map((well) => ({
    ...well,
    amplification: amplification.get(well.position) ?? [],
  }));
}

/** A well that is tried as a reference counts as a standard. */
function asStandard(
  { position }: PlateWell,
  { triedReferences = [] }: EvaluatedSettings,
): Pick<PlateWell, 'sampleType' | 'expectedDiagnostic'> | undefined {
  const tried = triedReferences.find((one) => one.position === position);
  return tried && { sampleType: 'STANDARD', expectedDiagnostic: tried.diagnostic };
}

/**
 * Calls the wells of a plate with settings that need not be stored. Runs in a dedicated thread that caches
 * curves and peaks, so that a change of a zone or rule takes a few milliseconds.
 *
 * @returns JSON of the wells; null when the plate is not cached and must be sent
 */
export function evaluatePlate({ key, settings, keptTemplates, plate }: EvaluateJob): string | null {
  const former =
    plate === null
      ? known.get(key)
      : {
          wells: amplifiedWells(plate, settings),
          found: new Map<string, FoundPhase>(),
        };
  if (former === undefined) return null;
  const { wells, found } = kept(known, { key, value: former, most: MAX_PLATES });
  const { channel, phases, rules, outsideDiagnostic, tmShift, meltTemplates, curveShape } = settings;
  const amplification = amplificationOfRules(settings.amplification, rules) ?? null;
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
      curveShape,
      amplification,
    },
    wells: wells.map((well) => ({
      ...well,
      ...asStandard(well, settings),
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
      ...(explanation.shape && { shape: explanation.shape }),
      ...(explanation.amplification && { amplification: explanation.amplification }),
      phases: explanation.phases.map(({ type, peaks }) => {
        const slope = settings.curves ? slopes.find((one) => one.type === type) : undefined;
        const drawn = slope && drawnCurve({ temperature: slope.temperature, value: slope.slope });
        return { type, peaks: [...peaks], ...(drawn && { chartPoints: packPoints(drawn) }) };
      }),
    }),
  );
  return JSON.stringify(evaluated);
}
