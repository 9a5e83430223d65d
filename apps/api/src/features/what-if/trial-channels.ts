import type { ChannelConfiguration } from '@curvewell/analysis';
import type { Trial } from '@curvewell/contracts';
import type { KeptTemplate } from '@curvewell/domain';

/** A trial, and what its version keeps of targets where the trial asks for it. */
export type TrialSettings = Trial & { readonly keptTemplates: readonly KeptTemplate[] };

/** The channels of a trial as the analysis takes them. */
export const trialChannels = ({
  channels,
  outsideDiagnostic,
  tmShift,
  meltTemplates,
  keptTemplates,
}: TrialSettings): ChannelConfiguration[] =>
  channels.map((one) => {
    const kept = keptTemplates.filter(({ channel }) => channel === one.channel);
    return {
      ...one,
      outsideDiagnostic,
      tmShift,
      meltTemplates: meltTemplates && { ...meltTemplates, ...(kept.length > 0 && { kept }) },
    };
  });
