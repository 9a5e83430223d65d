import { text } from '../../../locale/text.ts';
import { formatDay } from '../../../shared/format/format.ts';
import { expiredLots } from './kit-rows.ts';
import type { ShownRow } from './use-kit-row-state.ts';

/** “Lot 26C0022 of F2-F5 (v1) expired on 31-10-2026. You can continue.” */
export function expiredLotSentences(shown: readonly ShownRow[], day: string): readonly string[] {
  return shown.flatMap(({ row, versions }) =>
    expiredLots(row, versions, day).map(({ name, kitVersion, expirationDate }) =>
      text.step1.expiredText({
        lot: name,
        kit: kitVersion.kit.name,
        version: kitVersion.version,
        date: formatDay(expirationDate),
      }),
    ),
  );
}
