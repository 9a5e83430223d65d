import type { WhatIfRequest } from '@curvewell/contracts';
import { canBeOutside, channelNameSchema, type DiagnosticColor, ruleDiagnostic } from '@curvewell/domain';

import { flatRules, type KitDraft, savedPhases } from './kit-draft.ts';

/** The channels with phases, for a what-if evaluation; null while a number is missing. */
export function draftChannels(
  draft: KitDraft,
  diagnostics: readonly DiagnosticColor[],
): WhatIfRequest['channels'] | null {
  const named = new Map(diagnostics.map((one) => [one.id, one]));
  const tried: WhatIfRequest['channels'] = [];
  for (const channel of channelNameSchema.options) {
    const phases = savedPhases(draft[channel]);
    if (phases === null) return null;
    const rules = flatRules(draft[channel]).map(({ combination, expressions, diagnosticColor }) => ({
      zones: combination.zones,
      expressions,
      ...ruleDiagnostic(named.get(diagnosticColor?.id ?? '')),
    }));
    if (phases.length > 0) tried.push({ channel, phases, rules });
  }
  return tried;
}

/** The name of the diagnostic for a peak outside zones; null means no call. */
export const outsideName = (
  id: string | null,
  diagnostics: readonly DiagnosticColor[],
): WhatIfRequest['outsideDiagnostic'] => {
  const color = diagnostics.find((one) => one.id === id);
  return color !== undefined && canBeOutside(color) ? color.diagnostic.name : null;
};
