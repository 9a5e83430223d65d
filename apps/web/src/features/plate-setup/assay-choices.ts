import type { ChannelName, DiagnosticColor, ExpectedChannel, Run } from '@curvewell/domain';

import type { KitAssay } from '../../data/kits.ts';
import type { WellDraft } from './draft/plate-draft.ts';

type RunKit = Run['kits'][number];

/** The kit versions of a run in the order of step 1, which gives their numbers on the plate. */
export function kitVersionsOf(run: Run): readonly RunKit['kitVersion'][] {
  return [...new Map(run.kits.map(({ kitVersion }) => [kitVersion.id, kitVersion])).values()];
}

/** The lots chosen in step 1 for a kit version. */
export function lotsOf(run: Run, kitVersionId: string): RunKit['lots'] {
  const lots = run.kits.filter(({ kitVersion }) => kitVersion.id === kitVersionId).flatMap((kit) => kit.lots);
  return [...new Map(lots.map((lot) => [lot.id, lot])).values()];
}

export const isTrialLot = ({ trialLots }: Run, { id }: { readonly id: string }): boolean =>
  trialLots.some((lot) => lot.id === id);

/** The buffer chosen in step 1 for a kit version, otherwise all buffers of the kit. */
export function buffersOf(
  run: Run,
  { kitVersionId, assays }: { readonly kitVersionId: string; readonly assays: readonly KitAssay[] },
): KitAssay['buffers'] {
  const rows = run.kits.filter(({ kitVersion }) => kitVersion.id === kitVersionId);
  const chosen = rows.flatMap(({ reactionBuffer }) => reactionBuffer ?? []);
  if (chosen.length === rows.length)
    return [...new Map(chosen.map((buffer) => [buffer.id, buffer])).values()];
  const kitId = rows[0]?.kitVersion.kit.id;
  return assays.find((assay) => assay.kitId === kitId)?.buffers ?? chosen;
}

/** The possible diagnostics of a well's kit and buffer in a channel. */
export function diagnosticsOf(
  assays: readonly KitAssay[],
  { well, channel }: { readonly well: WellDraft; readonly channel: ChannelName },
): readonly DiagnosticColor[] {
  const { kitVersion, reactionBuffer } = well;
  if (!kitVersion || !reactionBuffer) return [];
  return (
    assays
      .find(({ kitId }) => kitId === kitVersion.kit.id)
      ?.diagnostics.find((entry) => entry.reactionBufferId === reactionBuffer.id && entry.channel === channel)
      ?.diagnosticColors ?? []
  );
}

/** The kit's target label for a channel, or else the channel's name. */
export function channelLabelOf(
  run: Run,
  { kitVersionId, channel }: { kitVersionId: string; channel: ChannelName },
) {
  const assignment = run.kits
    .filter(({ kitVersion }) => kitVersion.id === kitVersionId)
    .flatMap(({ channelAssignments }) => channelAssignments)
    .find((candidate) => candidate.channel === channel);
  // A kit of one's own has none.
  return assignment === undefined || assignment.label === '' ? null : assignment.label;
}

/** The channels in which a standard in this well needs an expected diagnostic. */
export function expectedChannels(
  run: Run,
  { well, assays }: { readonly well: WellDraft; readonly assays: readonly KitAssay[] },
): readonly ExpectedChannel[] {
  const { kitVersion } = well;
  if (!kitVersion) return [];
  return run.analyses
    .map(({ channel }) => channel)
    .filter((channel) => diagnosticsOf(assays, { well, channel }).length > 0)
    .map((channel) => ({
      channel,
      label: channelLabelOf(run, { kitVersionId: kitVersion.id, channel }),
      isSet: well.expected[channel] !== undefined,
    }));
}
