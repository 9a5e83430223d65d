import type { ChannelConfiguration } from '@curvewell/analysis';
import {
  assayKey,
  channelConfiguration,
  missingItems,
  type CompleteWell,
  type Issue,
  type UsedConfiguration,
} from '@curvewell/domain';

/** The fields of a well in one channel that an interpretation needs; missing ones are null. */
export type ConfiguredWell = Nullable<
  PlateWell,
  'sampleType' | 'kitVersionId' | 'lotId' | 'reactionBufferId'
>;

/** A well with all fields that an interpretation reads and stores. */
export interface PlateWell extends CompleteWell {
  /** The order id of the sample. */
  readonly orderId: string | null;
}
type Nullable<T, Key extends keyof T> = Omit<T, Key> & { readonly [K in Key]: T[K] | null };

const reference = (id: string | null) => (id === null ? null : { id });

/**
 * The missing items of the set wells, one issue for each.
 *
 * @param wells - the set wells of every channel
 * @param configurations - by kit version, buffer and channel
 */
export function incompleteIssues(
  wells: readonly ConfiguredWell[],
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

export const isComplete = (well: ConfiguredWell): well is PlateWell =>
  well.sampleType !== null &&
  well.kitVersionId !== null &&
  well.lotId !== null &&
  well.reactionBufferId !== null;

/** Settings in the format of the analysis package, with their kit version and buffer. */
export type ReadAs = ChannelConfiguration & Pick<UsedConfiguration, 'kitVersionId'>;

export const readAs = (configuration: UsedConfiguration): ReadAs => ({
  kitVersionId: configuration.kitVersionId,
  ...channelConfiguration(configuration),
});
