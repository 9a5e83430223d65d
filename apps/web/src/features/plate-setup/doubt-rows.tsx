import { IconAlertTriangle } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { formatDay } from '../../shared/format.ts';
import { confirm } from '../../shared/ui/confirm.tsx';
import { wellRangesText } from '../../shared/well-ranges.ts';
import classes from './parts.module.css';
import type { PlateDoubt } from './plate-doubts.ts';

/** “2 wells with the name S-20712”, “2 lots of LCT-13910 v3: 26B0431”, “Lot 26C0022 expired 31-10-2026” */
export function doubtText(doubt: PlateDoubt): string {
  const words = text.wells.doubts;
  switch (doubt.kind) {
    case 'twice':
      return words.twice(doubt.positions.length, doubt.name);
    case 'otherLot': {
      const { kit, version } = doubt.kitVersion;
      const others = doubt.lots.map(({ name }) => name);
      return words.otherLot(others.length + 1, `${kit.name} ${version}`, others.join(', '));
    }
    case 'expired':
      return text.wells.lotExpired(doubt.lot.name, formatDay(doubt.lot.expirationDate));
  }
}

export function DoubtWords({ doubt }: { readonly doubt: PlateDoubt }) {
  return (
    <>
      <IconAlertTriangle size={15} stroke={1.6} aria-hidden />
      <span>{doubtText(doubt)}</span>
    </>
  );
}

/** Asks before a plate with something to look at is started. */
export async function mayStart(doubts: readonly PlateDoubt[]): Promise<boolean> {
  if (doubts.length === 0) return true;
  return confirm({
    title: text.wells.startDoubtful(doubts.length),
    text: (
      <span className={classes['doubts']}>
        {doubts.map((doubt) => (
          <span key={doubtText(doubt)} className={classes['doubt-row']}>
            <DoubtWords doubt={doubt} />
            <span>{wellRangesText(doubt.positions, 2)}</span>
          </span>
        ))}
      </span>
    ),
    proceed: text.wells.start,
  });
}
