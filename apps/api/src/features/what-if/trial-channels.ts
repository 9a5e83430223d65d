import type { ChannelConfiguration } from '@curvewell/analysis';
import type { Trial } from '@curvewell/contracts';

/** The channels of a trial as the analysis takes them. */
export const trialChannels = ({
  channels,
  outsideDiagnostic,
  tmShift,
  meltTemplates,
}: Trial): ChannelConfiguration[] =>
  channels.map((channel) => ({ ...channel, outsideDiagnostic, tmShift, meltTemplates }));
