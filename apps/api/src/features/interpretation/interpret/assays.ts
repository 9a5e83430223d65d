import type { ChannelConfiguration } from '@curvewell/analysis';
import {
  assayKey,
  channelConfiguration,
  missingItems,
  type CompleteWell,
  type Issue,
  type UsedConfiguration,
} from '@curvewell/domain';

/** A well of one channel, as much of it as an interpretation looks at: what it lacks is null. */
export type ConfiguredWell = Nullable<
  PlateWell,
  'sampleType' | 'kitVersionId' | 'lotId' | 'reactionBufferId'
>;

/** A well with everything that an interpretation reads and keeps. */
export interface PlateWell extends CompleteWell {
  /** Under which the sample was ordered. */
  readonly orderId: string | null;
}
type Nullable<T, Key extends keyof T> = Omit<T, Key> & { readonly [K in Key]: T[K] | null };

const reference = (id: string | null) => (id === null ? null : { id });

/**
 * What the set wells still lack, one issue a well and item.
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

/** A configuration as the analysis takes it, and whose it is. */
export type ReadAs = ChannelConfiguration & Pick<UsedConfiguration, 'kitVersionId'>;

export const readAs = (configuration: UsedConfiguration): ReadAs => ({
  kitVersionId: configuration.kitVersionId,
  ...channelConfiguration(configuration),
});
