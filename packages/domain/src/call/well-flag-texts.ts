import { brokenRuleTexts } from '../plate/controlled-wells.ts';
import { flagText, reportedFlags } from './flag-consequences.ts';
import type { CalledWell } from './interpretation.ts';
import type { Run, Well } from '../run/run.ts';
import { nearness } from './well-doubt.ts';

type FlaggedRun = Pick<Run, 'rules' | 'brokenRules' | 'analyses'>;

/**
 * All flags of a well without duplicates, one sentence each: those of the analysis, a close limit, and rules
 * broken by its controls.
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
