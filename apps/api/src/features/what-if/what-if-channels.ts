import type { ChannelConfiguration } from '@curvewell/analysis';
import type { WhatIfRequest } from '@curvewell/contracts';
import { curveShapeOf, type KeptTemplate } from '@curvewell/domain';

/** An evaluation, with the version's stored templates where the evaluation uses them. */
export type WhatIfSettings = WhatIfRequest & { readonly keptTemplates: readonly KeptTemplate[] };

/** The channels of an evaluation in the format of the analysis package. */
export const whatIfChannels = ({
  channels,
  outsideDiagnostic,
  tmShift,
  meltTemplates,
  curveShapes,
  keptTemplates,
}: WhatIfSettings): ChannelConfiguration[] =>
  channels.map((one) => {
    const kept = keptTemplates.filter(({ channel }) => channel === one.channel);
    return {
      ...one,
      outsideDiagnostic,
      tmShift,
      meltTemplates: meltTemplates && { ...meltTemplates, ...(kept.length > 0 && { kept }) },
      curveShape: curveShapeOf(curveShapes, one.channel) ?? null,
    };
  });
