import type { ChannelConfiguration, PlateAssay } from '@curvewell/analysis';
import {
  controlGroup,
  missingItems,
  type ChannelName,
  type Issue,
  type PhaseType,
  type SampleType,
} from '@curvewell/contracts';

import { assayKey, type UsedConfiguration } from './configuration.ts';

/** A well of one channel, as much of it as an interpretation looks at. */
export interface SetWell {
  readonly id: string;
  readonly position: string;
  readonly channel: ChannelName;
  readonly sampleType: SampleType | null;
  readonly kitVersionId: string | null;
  readonly lotId: string | null;
  readonly reactionBufferId: string | null;
  /** Name of the diagnostic that a standard must show. */
  readonly expectedDiagnostic: string | null;
}

export type CompleteWell = SetWell & {
  readonly sampleType: SampleType;
  readonly kitVersionId: string;
  readonly lotId: string;
  readonly reactionBufferId: string;
};

interface StoredCurve {
  readonly temperature: Float64Array;
  readonly value: Float64Array;
}

/** The curves of one channel and phase by position, and what their numbers are. */
export interface PhaseCurves {
  readonly channel: ChannelName;
  readonly phase: PhaseType;
  readonly quantity: 'fluorescence' | 'derivative';
  readonly curves: ReadonlyMap<string, StoredCurve>;
}

/** Wells that one configuration reads, and what the analysis takes of them, in the same order. */
export interface ReadAssay {
  readonly configuration: UsedConfiguration;
  readonly wells: readonly CompleteWell[];
  readonly input: PlateAssay;
}

const reference = (id: string | null) => (id === null ? null : { id });

/**
 * What the set wells still lack, one issue a well and item.
 *
 * @param wells - the set wells of every channel
 * @param configurations - by kit version, buffer and channel
 */
export function incompleteIssues(
  wells: readonly SetWell[],
  configurations: ReadonlyMap<string, UsedConfiguration>,
): Issue[] {
  return wells.flatMap((well) => {
    const { kitVersionId, reactionBufferId, channel } = well;
    const isConfigured =
      kitVersionId !== null &&
      reactionBufferId !== null &&
      configurations
        .get(assayKey({ kitVersionId, reactionBufferId }, channel))
        ?.rules.some(({ diagnosticColor }) => diagnosticColor !== null) === true;
    const settings = {
      sampleType: well.sampleType,
      kitVersion: reference(kitVersionId),
      lot: reference(well.lotId),
      reactionBuffer: reference(reactionBufferId),
    };
    const expected = isConfigured ? [{ channel, label: null, isSet: well.expectedDiagnostic !== null }] : [];
    return missingItems(settings, expected).map(({ item }) => ({
      path: ['wells', well.position, channel, item],
      message: `${well.position} has no ${MISSING_WORDS[item]}.`,
    }));
  });
}

const MISSING_WORDS = {
  kit: 'kit',
  lot: 'lot',
  reactionBuffer: 'reaction buffer',
  sampleType: 'sample type',
  expectedDiagnostic: 'expected result',
} as const;

export const isComplete = (well: SetWell): well is CompleteWell =>
  well.sampleType !== null &&
  well.kitVersionId !== null &&
  well.lotId !== null &&
  well.reactionBufferId !== null;

/**
 * Groups complete wells by what reads them. Wells whose kit and buffer have no
 * settings in a channel are left out there: that channel says nothing of them.
 */
export function readAssays(
  wells: readonly CompleteWell[],
  configurations: ReadonlyMap<string, UsedConfiguration>,
  phases: readonly PhaseCurves[],
): ReadAssay[] {
  const groups = Map.groupBy(wells, (well) => assayKey(well, well.channel));
  return [...groups].flatMap(([key, ofAssay]) => {
    const configuration = configurations.get(key);
    if (configuration === undefined) return [];
    const curves = phases.filter(
      ({ channel, phase }) =>
        channel === configuration.channel &&
        configuration.phases.some(({ phaseType }) => phaseType === phase),
    );
    return [{ configuration, wells: ofAssay, input: assayInput(configuration, ofAssay, curves) }];
  });
}

function assayInput(
  configuration: UsedConfiguration,
  wells: readonly CompleteWell[],
  phases: readonly PhaseCurves[],
): PlateAssay {
  return {
    configuration: channelConfiguration(configuration),
    wells: wells.map((well) => ({
      position: well.position,
      sampleType: well.sampleType,
      expectedDiagnostic: well.expectedDiagnostic,
      controlGroup: controlGroup(well),
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

/** A configuration as the analysis takes it, and whose it is. */
export type ReadAs = ChannelConfiguration & Pick<UsedConfiguration, 'kitVersionId'>;

export const readAs = (configuration: UsedConfiguration): ReadAs => ({
  kitVersionId: configuration.kitVersionId,
  ...channelConfiguration(configuration),
});

function channelConfiguration({ channel, phases, rules }: UsedConfiguration): ChannelConfiguration {
  return {
    channel,
    phases: phases.map(({ id: _phaseId, zones, ...settings }) => ({
      ...settings,
      zones: zones.map(({ id: _zoneId, ...zone }) => zone),
    })),
    rules: rules.map(({ zones, diagnosticColor, expressions }) => ({
      zones,
      diagnostic: diagnosticColor?.diagnostic.name ?? null,
      expressions,
    })),
  };
}
