import { lotDay } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import { lotExpiryOn } from '../../../shared/format/lot-expiry.ts';
import type { WellFact } from './well-hover-card.tsx';

export const fact = (words: string): WellFact => ({ term: '', text: words });
export const warning = (words: string): WellFact => ({ term: '', text: words, tone: 'warning' });

interface FilledWell {
  readonly kitVersion: { readonly kit: { readonly name: string }; readonly version: string } | null;
  readonly reactionBuffer: { readonly name: string } | null;
  readonly lot: { readonly name: string; readonly expirationDate: string } | null;
}

/** Kit, reaction buffer and lot of a well. */
export function kitFacts(
  run: Parameters<typeof lotDay>[0],
  { kitVersion, reactionBuffer, lot }: FilledWell,
): WellFact[] {
  const buffer = reactionBuffer ? ` (${reactionBuffer.name})` : '';
  const facts: (WellFact | null)[] = [
    kitVersion && { ...fact(`${kitVersion.kit.name} ${kitVersion.version}${buffer}`), isCuttable: true },
    lot && { term: text.plate.lot, text: lot.name, tone: 'mono' },
    lot && fact(lotExpiryOn(lot.expirationDate, lotDay(run))),
  ];
  return facts.filter((one) => one !== null);
}
