import type {
  CallExplanation,
  CallFlag,
  PhaseType,
  Position,
  SampleType,
  WellShape,
} from '@curvewell/domain';

import { itemAt } from './at.ts';
import { type AmplificationInput, wellAmplification } from './amplification/well-amplification.ts';
import { TEST_KO } from './combinations/call-evaluate.ts';
import type { ChannelConfiguration } from './configuration.ts';
import { isShapeReference, wellShapes } from './curve-shape/well-shapes.ts';
import { withCopiedFlags } from './cross-talk/copied-flags.ts';
import { withScaleFlags } from './combinations/scale-flags.ts';
import { withoutUsualDoubts } from './combinations/usual-doubts.ts';
import { phaseFind, type FoundPhase } from './phase-find.ts';
import { withoutPlainNear } from './resolution/plain-peaks.ts';
import { withReplicateFlags } from './replicates/replicate-flags.ts';
import { withWidthFlags } from './resolution/two-product-flags.ts';
import { templatesLearn } from './templates/templates-learn.ts';
import { callPolicyOf, type CallPolicy } from './versions/call-policy.ts';
import { withApartFlags } from './zones/apart-flags.ts';
import { tmShifts } from './zones/tm-shift.ts';
import { phaseConfiguration, type PhaseCurve, type WellCall, wellRead } from './well-analyse.ts';

/** A well of a plate in one channel. */
export interface PlateWell {
  readonly position: Position;
  readonly sampleType: SampleType;
  /** The expected diagnostic of a standard; null: none. */
  readonly expectedDiagnostic: string | null;
  /** Identifies wells that share controls; any text. */
  readonly controlGroup: string;
  /** Identifies the wells of an assay with the same sample; any text; null or omitted: only this well. */
  readonly replicateGroup?: string | null;
  /** The cross-talk that was subtracted from its curves, for the explanation. */
  readonly compensation?: CallExplanation['compensation'];
  readonly phases: readonly PhaseCurve[];
  /** Of the channels that the rules use. */
  readonly amplification?: readonly AmplificationInput[];
}

/** Wells with the same settings: one channel, kit version and reaction buffer. */
export interface PlateAssay {
  readonly configuration: ChannelConfiguration;
  readonly wells: readonly PlateWell[];
}

export interface PlateWellCall extends WellCall {
  readonly position: Position;
}

/** The calls of a plate: one list for each assay, wells in the order given. */
export type PlateCall = readonly (readonly PlateWellCall[])[];

/** The found peaks of each phase of an assay. */
export type FoundAssay = ReadonlyMap<PhaseType, FoundPhase>;

/**
 * Marks the wells that no other may be compared with: with a flag that prevents a call, or with a failed control of their
 * lot. Neither depends on shapes: a positive control, whose rule may use them, fails here without any counted peak.
 */
function withUsable<Well extends Pick<PlateWell, 'sampleType' | 'controlGroup'>>(
  wells: readonly Well[],
  calls: readonly WellCall[],
  { stops }: CallPolicy,
): readonly (Well & { readonly isUsable: boolean })[] {
  const isStopped = (place: number): boolean =>
    itemAt(calls, place).explanation.flags.some(({ code }) => stops.has(code));
  const isFailed = ({ sampleType }: Well, place: number): boolean => {
    const { diagnostic, phases } = itemAt(calls, place).explanation;
    if (sampleType === 'NEGATIVE_TEST') return diagnostic === TEST_KO;
    if (sampleType !== 'POSITIVE_TEST') return false;
    return isStopped(place) || !phases.some(({ peaks }) => peaks.some(({ accepted }) => accepted));
  };
  const failed = new Set(wells.filter(isFailed).map(({ controlGroup }) => controlGroup));
  return wells.map((well, place) => ({
    ...well,
    isUsable: !isStopped(place) && !failed.has(well.controlGroup),
  }));
}

/** The fast half: thresholds, zones, combinations, rules. @throws AnalysisError `phase-not-configured` */
export const assayRead = (
  { configuration, wells }: PlateAssay,
  found: FoundAssay,
  algorithmVersion: string,
): PlateWellCall[] => {
  const read = wells.map((well, place) => {
    const phases = well.phases.flatMap(({ type }) => {
      const curve = found.get(type)?.[place] ?? null;
      return curve === null ? [] : [{ type, ...curve }];
    });
    return { ...well, phases };
  });
  const policy = callPolicyOf(algorithmVersion);
  const shifts = policy.movesZones ? tmShifts(read, configuration) : null;
  const learnt = policy.usesTemplates ? templatesLearn(read, configuration, shifts) : null;
  const amplification =
    policy.knowsAmplification && configuration.amplification
      ? wells.map((well) => wellAmplification(configuration.amplification ?? [], well.amplification ?? []))
      : null;
  const callWith = (shapes: readonly WellShape[] | null): PlateWellCall[] =>
    read.map(({ position, sampleType, phases }, place) => {
      const shift = shifts === null ? null : itemAt(shifts, place);
      return {
        position,
        ...wellRead(
          {
            phases,
            sampleType,
            shift,
            templates: learnt && { learnt, place },
            shape: shapes && itemAt(shapes, place),
            amplification: amplification && itemAt(amplification, place),
          },
          configuration,
          algorithmVersion,
        ),
      };
    });
  const comparesShapes = policy.comparesShapes && (configuration.curveShape?.references.length ?? 0) > 0;
  const calls = comparesShapes
    ? callWith(wellShapes(withUsable(read, callWith(null), policy), configuration))
    : callWith(null);
  const { doubtsSingles, knowsUsual, comparesReplicates, comparesPeaks } = policy;
  const scaled = withScaleFlags(calls, configuration, algorithmVersion);
  const apart = comparesPeaks ? withApartFlags(scaled) : scaled;
  const doubted = doubtsSingles ? withWidthFlags(apart) : apart;
  const groups = wells.map(({ replicateGroup = null }) => replicateGroup);
  const unusual = knowsUsual
    ? withoutUsualDoubts(withoutPlainNear(doubted, configuration), configuration, groups)
    : doubted;
  return comparesReplicates ? withReplicateFlags(unusual, wells) : unusual;
};

function assayCall(assay: PlateAssay, algorithmVersion: string): PlateWellCall[] {
  const { configuration, wells } = assay;
  const types = new Set(wells.flatMap(({ phases }) => phases.map(({ type }) => type)));
  const found = new Map(
    Array.from(types, (type) => [
      type,
      phaseFind(wells, phaseConfiguration(configuration, type), algorithmVersion),
    ]),
  );
  return assayRead(assay, found, algorithmVersion);
}

/** Whether a control or standard shows a wrong result. */
function isFailedControl({ sampleType, expectedDiagnostic }: PlateWell, { explanation }: WellCall): boolean {
  switch (sampleType) {
    case 'NEGATIVE_TEST':
    case 'POSITIVE_TEST':
      return explanation.diagnostic === TEST_KO;
    case 'STANDARD':
      return expectedDiagnostic !== null && explanation.diagnostic !== expectedDiagnostic;
    case 'BLOOD':
    case 'DNA':
      return false;
  }
}

const FAILED_CONTROL: CallFlag = {
  code: 'failed-control',
  phase: null,
  zone: null,
  temperature: null,
  measured: null,
  limit: null,
};

/** The flag of a well that is compared with a standard whose control group failed; its phase tells it from the others. */
const failedStandard = (isFailed: boolean, { explanation: { shape } }: WellCall): CallFlag | null =>
  isFailed && shape !== undefined ? { ...FAILED_CONTROL, phase: shape.phase } : null;

/**
 * Analyses a plate: learns the shape of the transitions for each assay and phase, calls every well with it,
 * and marks the wells that depend on a failed control or are compared with a failed standard.
 *
 * The result does not depend on the order of wells.
 */
export function plateCall(assays: readonly PlateAssay[], algorithmVersion: string): PlateCall {
  const called = assays.map((assay) => assayCall(assay, algorithmVersion));
  const calls = callPolicyOf(algorithmVersion).comparesPeaks ? withCopiedFlags(called) : called;
  const failed = new Set(
    assays.flatMap(({ wells }, index) => {
      const ofAssay = itemAt(calls, index);
      const isBeyond = ofAssay[0]?.explanation.tmShift?.decision === 'beyond-limit';
      return wells
        .filter((well, place) => isBeyond || isFailedControl(well, itemAt(ofAssay, place)))
        .map(({ controlGroup }) => controlGroup);
    }),
  );
  return assays.map(({ configuration, wells }, index) => {
    // Wells of other lots, too, are compared with the standards of an assay.
    const standard = wells.some(
      (well) => isShapeReference(well, configuration) && failed.has(well.controlGroup),
    );
    return wells.map(({ controlGroup, compensation }, place) => {
      const call = itemAt(itemAt(calls, index), place);
      const flag = failed.has(controlGroup) ? FAILED_CONTROL : failedStandard(standard, call);
      if (flag === null && compensation === undefined) return call;
      const { flags, ...explanation } = call.explanation;
      return {
        ...call,
        explanation: {
          ...explanation,
          ...(compensation && { compensation }),
          flags: flag === null ? flags : [...flags, flag],
        },
      };
    });
  });
}
