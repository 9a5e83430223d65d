import type { WhatIfRequest } from '@curvewell/contracts';
import { channelNameSchema, type DiagnosticColor, outsideDiagnosticNameSchema } from '@curvewell/domain';

import { flatRules, type KitDraft, savedPhases } from './kit-draft.ts';

/** A draft as it is tried on past runs, the channels that have phases; null while a number is missing. */
export function draftChannels(
  draft: KitDraft,
  diagnostics: readonly DiagnosticColor[],
): WhatIfRequest['channels'] | null {
  const named = new Map(diagnostics.map(({ id, diagnostic }) => [id, diagnostic.name]));
  const tried: WhatIfRequest['channels'] = [];
  for (const channel of channelNameSchema.options) {
    const phases = savedPhases(draft[channel]);
    if (phases === null) return null;
    const rules = flatRules(draft[channel]).map(({ combination, expressions, diagnosticColor }) => ({
      zones: combination.zones,
      expressions,
      diagnostic: named.get(diagnosticColor?.id ?? '') ?? null,
    }));
    if (phases.length > 0) tried.push({ channel, phases, rules });
  }
  return tried;
}

/** What a peak in no zone is called, by the id of a diagnostic; null: no call. */
export const outsideName = (
  id: string | null,
  diagnostics: readonly DiagnosticColor[],
): WhatIfRequest['outsideDiagnostic'] =>
  outsideDiagnosticNameSchema.safeParse(diagnostics.find((one) => one.id === id)?.diagnostic.name).data ??
  null;
