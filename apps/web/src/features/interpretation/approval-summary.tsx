import type { Position } from '@curvewell/contracts';

import { text } from '../../locale/text.ts';
import type { Scheme } from '../../shared/diagnostic-palette.ts';
import { DiagnosticCode } from '../../shared/ui/diagnostic-code.tsx';
import classes from './interpretation.module.css';
import { lookOf } from './result-look.ts';
import { resultGroups, type ReviewWell } from './review-wells.ts';

const texts = text.interpretation;

const positionsText = (positions: readonly Position[]): string => [...new Set(positions)].join(', ');

/** What somebody should know before results are submitted. */
export function submitText(wells: readonly ReviewWell[]): string {
  const unresolved = wells.filter(({ isUnresolved }) => isUnresolved).map(({ position }) => position);
  const where = positionsText(unresolved);
  return unresolved.length === 0
    ? texts.confirm.submitText
    : texts.confirm.submitUnresolved(new Set(unresolved).size, where);
}

interface ApprovalSummaryProps {
  readonly wells: readonly ReviewWell[];
  readonly scheme: Scheme;
}

/** What is approved: results by diagnostic, changes by hand, failed controls. */
export function ApprovalSummary({ wells, scheme }: ApprovalSummaryProps) {
  const failed = wells.filter(({ shown }) => shown?.diagnosticColor?.diagnostic.name === 'TEST_KO');
  const updated = wells.filter(({ isUpdated }) => isUpdated);
  return (
    <div className={classes['question']}>
      <ul aria-label={texts.confirm.counts}>
        {resultGroups(wells, null).map(({ key, diagnostic, positions }) => {
          const look = lookOf(diagnostic, scheme);
          return (
            <li key={key}>
              <DiagnosticCode look={look} /> {look.name} <b>{positions.length}</b>
            </li>
          );
        })}
      </ul>
      <div>{texts.confirm.changedByHand(updated.length)}</div>
      <div>
        {texts.confirm.failedControls(failed.length, positionsText(failed.map(({ position }) => position)))}
      </div>
    </div>
  );
}
