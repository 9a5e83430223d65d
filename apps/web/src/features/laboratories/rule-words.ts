import {
  controlKindSchema,
  DEFAULT_LABORATORY_RULES,
  doubtKindSchema,
  type LaboratoryRules,
} from '@curvewell/domain';

import { text } from '../../locale/text.ts';

const { rules: words } = text.laboratories;

/** A list as text with one item per line. */
export const linesOf = (list: readonly string[]): string => list.join('\n');
export const listOf = (lines: string): string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** “2 rules are not the default”, for users who cannot open the rules. */
export function rulesInWords(rules: LaboratoryRules): string {
  const kinds = Object.keys(words.kinds) as (keyof typeof words.kinds)[]; // the literal has no other keys
  const demands = (['submit', 'approve'] as const).flatMap((decision) =>
    kinds
      .filter((kind) => rules[decision][kind] !== DEFAULT_LABORATORY_RULES[decision][kind])
      .map((kind) =>
        words.demandOf(words[decision], words.kinds[kind], words.demands[rules[decision][kind]]),
      ),
  );
  const reasons = [
    ...(rules.overrideNeedsReason ? [] : [words.noOverrideReason]),
    ...(rules.rejectionNeedsReason ? [] : [words.noRejectionReason]),
    ...(rules.signInAgain ? [words.signsInAgain] : []),
    ...(rules.fourEyes ? [words.decidesFourEyes] : []),
    ...(rules.changedRunsLeave ? [words.changedRunsAreMarked] : []),
    ...(rules.idleLockMinutes === null ? [] : [words.locksAfter(rules.idleLockMinutes)]),
    ...(rules.sameNameIsReplicate ? [words.replicates] : []),
  ];
  const near = rules.nearBorderPercent;
  const percent = near === DEFAULT_LABORATORY_RULES.nearBorderPercent ? [] : [words.nearBorderOf(near)];
  const controls = controlKindSchema.options
    .filter((kind) => rules.controls[kind] > 0)
    .map((kind) => words.controlsOf(words.controls[kind].toLowerCase(), rules.controls[kind]));
  const isOwnList =
    JSON.stringify(rules.commonReasons) !== JSON.stringify(DEFAULT_LABORATORY_RULES.commonReasons);
  const all = [...demands, ...reasons, ...percent, ...controls, ...(isOwnList ? [words.ownReasons] : [])];
  return all.length === 0 ? words.allDefault : all.join('; ');
}

/** The rules for approval, strictest first: “Reason: expired lots. Confirm: failed controls.” */
export function approvalInWords({ approve }: LaboratoryRules): string {
  return (['block', 'reason', 'confirm'] as const)
    .flatMap((demand) => {
      const asked = doubtKindSchema.options.filter((kind) => approve[kind] === demand);
      if (asked.length === 0) return [];
      return [`${words.listOf(words.demands[demand], asked.map((kind) => words.kinds[kind]).join(', '))}.`];
    })
    .join(' ');
}
