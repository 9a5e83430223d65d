import {
  changedParts,
  doubtfulWells,
  doubtKindSchema,
  factsOf,
  isFactKind,
  upperFirst,
  type DoubtKind,
  type RunCheck,
  type RunDoubts,
} from '@curvewell/domain';

import { text } from '../../locale/text.ts';
import { formatTime } from '../../shared/format/format.ts';

const { changes: words } = text.decision;
const { kinds, demands } = text.decisionRules;

const countOf = (doubts: RunDoubts, kind: DoubtKind): number =>
  isFactKind(kind) ? factsOf(doubts, kind).length : doubtfulWells(doubts, kind).length;

/** The differences between two states of a check, one line each. */
export function checkChanges(from: RunCheck, to: RunCheck): string[] {
  const { doubts, rules } = changedParts(from.digest, to.digest);
  return [...(doubts ? doubtChanges(from, to) : []), ...(rules ? ruleChanges(from, to) : [])];
}

function doubtChanges(from: RunCheck, to: RunCheck): string[] {
  const { lastChange } = to;
  const changedByText =
    lastChange === null || lastChange.at === from.lastChange?.at
      ? []
      : [words.run(lastChange.byName, formatTime(lastChange.at))];
  const parts = doubtKindSchema.options
    .filter((kind) => from.digests[kind] !== to.digests[kind])
    .map((kind) => {
      const [was, now] = [countOf(from.doubts, kind), countOf(to.doubts, kind)];
      const name = upperFirst(kinds[kind]);
      return was === now ? words.otherwise(name) : words.count(name, was, now);
    });
  return [...changedByText, ...(parts.length > 0 ? parts : [words.figures])];
}

function ruleChanges(from: RunCheck, to: RunCheck): string[] {
  const rules = doubtKindSchema.options
    .filter((kind) => from.demands[kind] !== to.demands[kind])
    .map((kind) => words.rule(kinds[kind], demandText(from, kind), demandText(to, kind)));
  return rules.length > 0 ? rules : [words.reasons];
}

const demandText = (check: RunCheck, kind: DoubtKind): string =>
  demands[check.demands[kind] ?? 'note'].toLowerCase();
