import type { ChannelName } from './assay.ts';
import type { SampleType } from './plate.ts';

/** What of a well is looked at: its settings, whatever their shape. */
export interface WellSettings {
  readonly sampleType: SampleType | null;
  readonly kitVersion: { readonly id: string } | null;
  readonly lot: { readonly id: string } | null;
  readonly reactionBuffer: { readonly id: string } | null;
}

/** Something that a well which is set still lacks; `E` per channel that asks for an expected result. */
export type MissingItem =
  | { readonly item: 'kit' | 'lot' | 'reactionBuffer' | 'sampleType' }
  | { readonly item: 'expectedDiagnostic'; readonly channel: ChannelName; readonly label: string | null };

/** A channel in which a standard's result can be given: diagnostics are configured for its kit and buffer. */
export interface ExpectedChannel {
  readonly channel: ChannelName;
  /** The target that the kit assigns to the channel. */
  readonly label: string | null;
  readonly isSet: boolean;
}

/** Whether any of the four settings is there: only such a well is analysed. */
export function isWellSet({ sampleType, kitVersion, lot, reactionBuffer }: WellSettings): boolean {
  return sampleType !== null || kitVersion !== null || lot !== null || reactionBuffer !== null;
}

/**
 * What a well lacks before it can be analysed; nothing for a well that is not set.
 * Once one of kit, lot, reaction buffer and sample type is there all four must be,
 * and a standard needs an expected result in each channel that can give one.
 */
export function missingItems(
  well: WellSettings,
  expectedChannels: readonly ExpectedChannel[],
): readonly MissingItem[] {
  if (!isWellSet(well)) return [];
  const { sampleType, kitVersion, lot, reactionBuffer } = well;
  const missing: MissingItem[] = [];
  if (kitVersion === null) missing.push({ item: 'kit' });
  if (lot === null) missing.push({ item: 'lot' });
  if (reactionBuffer === null) missing.push({ item: 'reactionBuffer' });
  if (sampleType === null) missing.push({ item: 'sampleType' });
  if (sampleType === 'STANDARD' && kitVersion !== null && reactionBuffer !== null) {
    for (const { channel, label, isSet } of expectedChannels) {
      if (!isSet) missing.push({ item: 'expectedDiagnostic', channel, label });
    }
  }
  return missing;
}
