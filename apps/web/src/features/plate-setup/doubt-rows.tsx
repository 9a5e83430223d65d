import { missingControlText, plateDoubtText, type MissingControl, type PlateDoubt } from '@curvewell/domain';
import { IconAlertTriangle } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { confirm } from '../../shared/ui/dialogs/confirm.tsx';
import { wellRangesText } from '../../shared/format/well-ranges.ts';
import classes from './parts.module.css';

export function DoubtWords({ doubt }: { readonly doubt: PlateDoubt }) {
  return (
    <>
      <IconAlertTriangle size={15} stroke={1.6} aria-hidden />
      <span>{plateDoubtText(doubt)}</span>
    </>
  );
}

export function MissingControlWords({ missing }: { readonly missing: MissingControl }) {
  return (
    <>
      <IconAlertTriangle size={15} stroke={1.6} aria-hidden />
      <span>{missingControlText(missing)}</span>
    </>
  );
}

/** Number of rows visible without scrolling in the lowest window. */
const MAX_SEEN = 8;

interface StartFindings {
  readonly doubts: readonly PlateDoubt[];
  readonly lacking: readonly MissingControl[];
}

/** Asks for confirmation before starting a plate with doubts. */
export async function confirmStart({ doubts, lacking }: StartFindings): Promise<boolean> {
  // Missing controls alone are handled by the check before the decision.
  if (doubts.length === 0) return true;
  const count = doubts.length + lacking.length;
  return confirm({
    title: text.wells.startDoubtful(count),
    text: (
      <span className={classes['doubts']} tabIndex={count > MAX_SEEN ? 0 : undefined}>
        {lacking.map((missing) => (
          <span key={missingControlText(missing)} className={classes['doubt-row']}>
            <MissingControlWords missing={missing} />
          </span>
        ))}
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
