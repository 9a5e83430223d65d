import { createHash } from 'node:crypto';

import type { ChannelConfiguration } from '@curvewell/analysis';

/** Equal for settings that call every well alike, whatever the order of storage. Ignores labels. */
export function settingsDigest(channels: readonly ChannelConfiguration[]): string {
  const settings = channels
    .filter(({ phases }) => phases.length > 0)
    .map(
      ({
        channel,
        phases,
        rules,
        outsideDiagnostic = null,
        tmShift = null,
        meltTemplates = null,
        curveShape = null,
      }) => ({
        channel,
        phases: sorted(phases.map(phaseOf)),
        rules: rulesOf(rules),
        // Omitted when unset, so that digests from before the field existed stay valid.
        ...(outsideDiagnostic !== null && { outsideDiagnostic }),
        ...(tmShift !== null && { tmShift, references: sorted(phases.map(referencesOf)) }),
        ...(meltTemplates !== null && { meltTemplates }),
        ...(curveShape !== null && { curveShape }),
      }),
    );
  return createHash('sha256')
    .update(JSON.stringify(sorted(settings)))
    .digest('hex');
}

const sorted = <Item>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

type Phase = ChannelConfiguration['phases'][number];
type Rule = ChannelConfiguration['rules'][number];

const phaseOf = ({ phaseType, minThreshold, slopeThreshold, minQuality, inversed, zones }: Phase) => ({
  phaseType,
  minThreshold,
  slopeThreshold,
  minQuality,
  inversed,
  zones: sorted(
    zones.map(({ name, minTemp, maxTemp, minThreshold: own, minQuality: ownQuality }) => ({
      name,
      minTemp,
      maxTemp,
      minThreshold: own,
      minQuality: ownQuality,
    })),
  ),
});

const referencesOf = ({ phaseType, zones }: Phase) => [
  phaseType,
  sorted(zones.map(({ name, referenceTm }) => [name, referenceTm ?? null])),
];

/**
 * The rules for each set of zones in order of evaluation. A trailing rule without diagnostic has no effect
 * and is dropped.
 */
function rulesOf(rules: readonly Rule[]) {
  const sets = Map.groupBy(rules, ({ zones }) => zones.toSorted().join(' '));
  return sorted(
    [...sets].flatMap(([zones, ofSet]) => {
      const tried = ofSet.slice(0, ofSet.findLastIndex(({ diagnostic }) => diagnostic !== null) + 1);
      return tried.length === 0 ? [] : [{ zones, tried: tried.map(ruleOf) }];
    }),
  );
}

const ruleOf = ({ diagnostic, meaning, expressions }: Rule) => ({
  diagnostic,
  // Omitted for the diagnostics of the catalogue, so that digests from before own ones stay valid.
  ...(meaning !== undefined && { meaning }),
  expressions: expressions.map(({ firstOperand, operator, secondOperand }) => [
    firstOperand,
    operator,
    secondOperand,
  ]),
});
