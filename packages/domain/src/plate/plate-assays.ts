import { withCrossTalk, type WithCrossTalk, type WithPlate } from '../call/amplification-cross-talk.ts';
import type { ChannelName, PhaseType } from '../kit/assay.ts';
import { compensatedCurves, type DyeCompensation, isCompensated } from '../kit/dye-compensation.ts';
import { controlGroup } from './controlled-wells.ts';
import type { SampleType } from './plate.ts';
import { replicateGroup } from './replicates.ts';
import { assayKey, channelConfiguration, type UsedConfiguration } from '../settings/used-configuration.ts';

/** A well of one channel with everything that an interpretation needs. */
export interface CompleteWell {
  readonly id: string;
  readonly position: string;
  readonly channel: ChannelName;
  /** Wells with the same name are replicates; null: none. */
  readonly name: string | null;
  readonly sampleType: SampleType;
  readonly kitVersionId: string;
  readonly lotId: string;
  readonly reactionBufferId: string;
  /** The expected diagnostic of a standard. */
  readonly expectedDiagnostic: string | null;
}

interface Readings {
  readonly temperature: Float64Array;
  readonly value: Float64Array;
}

/** The curves of one channel and phase by position, and their quantity. */
export interface PhaseCurves {
  readonly channel: ChannelName;
  readonly phase: PhaseType;
  readonly quantity: 'fluorescence' | 'derivative';
  readonly curves: ReadonlyMap<string, Readings>;
}

/** The amplification of a well in one channel, as stored or read from a file. */
export interface ReadAmplification {
  readonly position: string;
  readonly channel: ChannelName;
  readonly cycle: Float64Array;
  readonly value: Float64Array;
  readonly cq: number | 'none' | null;
}

/** Beside the curves: cross-talk to subtract from them first, and amplification, which rules may ask for. */
export interface BesideCurves {
  readonly compensation?: DyeCompensation | undefined;
  readonly amplification?: readonly ReadAmplification[] | undefined;
}

/** Wells with the same settings, and their input for the analysis, in the same order. */
export interface ReadAssay {
  readonly configuration: UsedConfiguration;
  readonly wells: readonly CompleteWell[];
  readonly input: ReturnType<typeof assayInput>;
}

/**
 * Groups complete wells by their settings. Wells whose kit and buffer have no settings in a channel are
 * omitted there.
 */
export function readAssays(
  wells: readonly CompleteWell[],
  configurations: ReadonlyMap<string, UsedConfiguration>,
  phases: readonly PhaseCurves[],
  { compensation, amplification = [] }: BesideCurves = {},
): ReadAssay[] {
  const amplificationOf = Map.groupBy(withCrossTalk(amplification, compensation), ({ position }) => position);
  const readable = compensatedCurves(phases, compensation);
  const compensationOf = ({ channel, position }: CompleteWell): DyeCompensation | undefined =>
    compensation && isCompensated(phases, { channel, position, shares: compensation })
      ? compensation
      : undefined;
  const groups = Map.groupBy(wells, (well) => assayKey(well, well.channel));
  return [...groups].flatMap(([key, ofAssay]) => {
    const configuration = configurations.get(key);
    if (configuration === undefined) return [];
    const curves = readable.filter(
      ({ channel, phase }) =>
        channel === configuration.channel &&
        configuration.phases.some(({ phaseType }) => phaseType === phase),
    );
    const input = assayInput(configuration, ofAssay, { phases: curves, compensationOf, amplificationOf });
    return [{ configuration, wells: ofAssay, input }];
  });
}

function assayInput(
  configuration: UsedConfiguration,
  wells: readonly CompleteWell[],
  {
    phases,
    compensationOf,
    amplificationOf,
  }: {
    readonly phases: readonly PhaseCurves[];
    readonly compensationOf: (well: CompleteWell) => DyeCompensation | undefined;
    readonly amplificationOf: ReadonlyMap<string, readonly WithCrossTalk<WithPlate<ReadAmplification>>[]>;
  },
) {
  const asked = configuration.amplification?.map(({ channel }) => channel) ?? [];
  return {
    configuration: channelConfiguration(configuration),
    wells: wells.map((well) => ({
      position: well.position,
      sampleType: well.sampleType,
      expectedDiagnostic: well.expectedDiagnostic,
      controlGroup: controlGroup(well),
      replicateGroup: replicateGroup(well),
      compensation: compensationOf(well),
      ...(asked.length > 0 && {
        amplification: (amplificationOf.get(well.position) ?? []).filter(({ channel }) =>
          asked.includes(channel),
        ),
      }),
      phases: phases.flatMap(({ phase, quantity, curves }) => {
        const curve = curves.get(well.position);
        if (curve === undefined) return [];
        return [
          { type: phase, curve: { temperature: curve.temperature, fluorescence: curve.value, quantity } },
        ];
      }),
    })),
  };
}
