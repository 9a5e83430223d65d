import { changedParts, doubtfulWells, doubtKindSchema, type RunCheck } from '@curvewell/contracts';

import { text } from '../../locale/text.ts';
import { formatTime } from '../../shared/format.ts';

const { changes: words, sections } = text.decision;

/** What a check says otherwise than when it was looked at, line by line; none when it says the same. */
export function checkChanges(from: RunCheck, to: RunCheck): string[] {
  const { doubts, rules } = changedParts(from.digest, to.digest);
  return [...(doubts ? doubtChanges(from, to) : []), ...(rules ? ruleChanges(from, to) : [])];
}

function doubtChanges(from: RunCheck, to: RunCheck): string[] {
  const { lastChange } = to;
  const byWhom =
    lastChange === null || lastChange.at === from.lastChange?.at
      ? []
      : [words.run(lastChange.byName, formatTime(lastChange.at))];
  const parts = doubtKindSchema.options
    .filter((kind) => from.digests[kind] !== to.digests[kind])
    .map((kind) => {
      const [was, now] = [from, to].map(({ doubts }) => doubtfulWells(doubts, kind).length);
      return was === now ? words.otherwise(sections[kind]) : words.count(sections[kind], was ?? 0, now ?? 0);
    });
  return [...byWhom, ...(parts.length > 0 ? parts : [words.figures])];
}

function ruleChanges(from: RunCheck, to: RunCheck): string[] {
  const rules = doubtKindSchema.options
    .filter((kind) => from.demands[kind] !== to.demands[kind])
    .map((kind) => words.rule(sections[kind], from.demands[kind], to.demands[kind]));
  return rules.length > 0 ? rules : [words.reasons];
}
