import { MAX_LISTED_SAMPLES, type SampleChange, type SampleComparison } from '@curvewell/contracts';
import {
  type CombinedResult,
  combinedLabel,
  combinedResults,
  comparePositions,
  type DiagnosticColor,
  diagnosticText,
  hasSampleResult,
  NO_CALL,
  replicateResults,
  type ReplicateWell,
  type SampleResult,
  sampleResultLabel,
  type UsedChannelRules,
  type UsedReplicates,
} from '@curvewell/domain';

import type { ComparedWell } from './compared-calls.ts';

/** How a kit version makes results of samples from those of wells. */
export interface SampleSettings {
  readonly replicates?: UsedReplicates | undefined;
  readonly channelRules?: UsedChannelRules | undefined;
}

interface Compared {
  readonly kit: string;
  readonly diagnostics: readonly DiagnosticColor[];
  /** Of the interpretation, by kit version. */
  readonly then: (kitVersionId: string) => SampleSettings;
  readonly now: SampleSettings;
}

/**
 * The samples whose result would change, with the overrides of their wells; null: neither the interpretation nor the
 * draft combines wells. Only wells of the kit and buffer are there, and no broken Westgard rule: both sides lack them.
 */
export function comparedSamples(
  wells: readonly ComparedWell[],
  { then, now, ...of }: Compared,
): SampleComparison | null {
  const before = labelled(
    wells.map((one) => sampledWell(one, { of, call: one.well.explanation })),
    then,
  );
  const after = labelled(
    wells.map((one) => sampledWell(one, { of, call: one.now })),
    () => now,
  );
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  if (keys.length === 0) return null;
  const versions = new Map(wells.map(({ well }) => [well.kitVersionId, well.version]));
  const changes = keys.flatMap((key): SampleChange[] => {
    const [was, is] = [before.get(key), after.get(key)];
    const sample = is ?? was;
    if (sample === undefined || was?.label === is?.label) return [];
    const { name, orderId, channel, kitVersionId, positions } = sample;
    const version = versions.get(kitVersionId) ?? '';
    return [{ name, orderId, channel, version, positions, then: was?.label ?? null, now: is?.label ?? null }];
  });
  return { all: keys.length, changed: changes.length, changes: changes.slice(0, MAX_LISTED_SAMPLES) };
}

interface Labelled extends Pick<SampleChange, 'name' | 'orderId' | 'channel' | 'positions'> {
  readonly kitVersionId: string;
  readonly label: string;
}

/** The results of samples in words, by what identifies a sample: a combined result contains those of its channels. */
function labelled(
  wells: readonly ReplicateWell[],
  settingsOf: (kitVersionId: string) => SampleSettings,
): ReadonlyMap<string, Labelled> {
  const samples = replicateResults(wells, (id) => settingsOf(id).replicates);
  const combined = combinedResults(wells, samples, (id) => settingsOf(id).channelRules);
  const kits = new Set(combined.map(({ kitVersionId }) => kitVersionId));
  const all = [
    ...combined.map((one) => ({ ...of(one, positionsOf(one)), channel: null, label: combinedLabel(one) })),
    ...samples
      .filter((one) => hasSampleResult(one) && !kits.has(one.kitVersionId))
      .map((one) => ({ ...of(one, one.wells), channel: one.channel, label: sampleResultLabel(one) })),
  ];
  return new Map(
    all.map((one) => [
      JSON.stringify([one.kitVersionId, one.name, one.orderId, one.channel, one.positions]),
      one,
    ]),
  );
}

type OfSample = Pick<SampleResult | CombinedResult, 'name' | 'orderId' | 'kitVersionId'>;
const of = ({ name, orderId, kitVersionId }: OfSample, wells: readonly { readonly position: string }[]) => ({
  name,
  orderId,
  kitVersionId,
  positions: [...new Set(wells.map(({ position }) => position))].sort(comparePositions),
});
const positionsOf = ({ channels }: CombinedResult) => channels.flatMap(({ wells }) => wells);

function sampledWell(
  { well }: ComparedWell,
  {
    of: { kit, diagnostics },
    call,
  }: {
    readonly of: Pick<Compared, 'kit' | 'diagnostics'>;
    readonly call: NonNullable<ReplicateWell['explanation']> & { readonly diagnostic: string | null };
  },
): ReplicateWell {
  const { wellId, position, channel, name, orderId, sampleType, kitVersionId, lotId, expected, override } =
    well;
  const found = override === null ? call.diagnostic : override === NO_CALL ? null : override;
  return {
    wellId,
    position,
    channel,
    name,
    orderId,
    sampleType,
    kit,
    kitVersionId,
    lotId,
    expected,
    reactionBufferId: well.reactionBufferId,
    found:
      found === null ? null : (diagnostics.find((one) => one.diagnostic.name === found) ?? unknown(found)),
    isOverridden: override !== null,
    isOutOfRange: false,
    explanation: call,
  };
}

/** A diagnostic that the kit no longer has. */
const unknown = (name: string): DiagnosticColor => ({
  id: name,
  diagnostic: { name, label: diagnosticText(name) },
  diagnosticLabel: diagnosticText(name),
  color: '#b3b9ad',
});
