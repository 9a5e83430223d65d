import { brokenRuleTexts } from './controlled-wells.ts';
import { flagText, reportedFlags } from './flag-consequences.ts';
import type { CalledWell } from './interpretation.ts';
import type { Run, Well } from './run.ts';
import { nearness } from './well-doubt.ts';

type FlaggedRun = Pick<Run, 'rules' | 'brokenRules' | 'analyses'>;

/**
 * Everything to look at about a well, one sentence each and each once: what the analysis flagged, what its call came
 * near to, and the rules that its controls broke.
 */
export function wellFlagTexts(run: FlaggedRun, well: Well, called: CalledWell): readonly string[] {
  const near = nearness(called, run.rules);
  return [
    ...new Set([
      ...reportedFlags(called.explanation.flags).map(flagText),
      ...(near === null ? [] : [near.text]),
      ...brokenRuleTexts(run, well),
    ]),
  ];
}
