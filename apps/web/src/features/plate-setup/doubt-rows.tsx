import {
  missingControlText,
  plateDoubtText,
  type MissingControl,
  type PlateDoubt,
} from '@curvewell/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { confirm } from '../../shared/ui/confirm.tsx';
import { wellRangesText } from '../../shared/well-ranges.ts';
import classes from './parts.module.css';

export function DoubtWords({ doubt }: { readonly doubt: PlateDoubt }) {
  return (
    <>
      <IconAlertTriangle size={15} stroke={1.6} aria-hidden />
      <span>{plateDoubtText(doubt)}</span>
    </>
  );
}

export function LackingWords({ missing }: { readonly missing: MissingControl }) {
  return (
    <>
      <IconAlertTriangle size={15} stroke={1.6} aria-hidden />
      <span>{missingControlText(missing)}</span>
    </>
  );
}

/** Rows that are seen without scrolling in the lowest window. */
const MOST_SEEN = 8;

/** Asks before a plate with something to look at is started. */
export async function mayStart(doubts: readonly PlateDoubt[]): Promise<boolean> {
  if (doubts.length === 0) return true;
  return confirm({
    title: text.wells.startDoubtful(doubts.length),
    text: (
      <span className={classes['doubts']} tabIndex={doubts.length > MOST_SEEN ? 0 : undefined}>
        {doubts.map((doubt) => (
          <span key={plateDoubtText(doubt)} className={classes['doubt-row']}>
            <DoubtWords doubt={doubt} />
            <span>{wellRangesText(doubt.positions, 2)}</span>
          </span>
        ))}
      </span>
    ),
    proceed: text.wells.start,
  });
}
