import type { ChannelName } from '../kit/assay.ts';
import type { SampleType } from './plate.ts';

export interface WellSettings {
  readonly sampleType: SampleType | null;
  readonly kitVersion: { readonly id: string } | null;
  readonly lot: { readonly id: string } | null;
  readonly reactionBuffer: { readonly id: string } | null;
}

/** A missing item of a set well; `E`: an expected result, one for each channel that requires it. */
export type MissingItem =
  | { readonly item: 'kit' | 'lot' | 'reactionBuffer' | 'sampleType' }
  | { readonly item: 'expectedDiagnostic'; readonly channel: ChannelName; readonly label: string | null };

/**
 * A channel in which a standard can have an expected result, because its kit and buffer have diagnostics
 * there.
 */
export interface ExpectedChannel {
  readonly channel: ChannelName;
  /** The target of the channel in the kit. */
  readonly label: string | null;
  readonly isSet: boolean;
}

/** Whether any of the four settings is present; only such wells are analysed. */
export function isWellSet({ sampleType, kitVersion, lot, reactionBuffer }: WellSettings): boolean {
  return sampleType !== null || kitVersion !== null || lot !== null || reactionBuffer !== null;
}

/**
 * The items that a well needs before the analysis; none for an unset well. Kit, lot, reaction buffer and
 * sample type are required together, and a standard needs an expected result in each channel that can have
 * one.
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
