import { withoutFormula, type RepeatEntry } from '@curvewell/domain';

import { text } from '../../locale/text.ts';

const words = text.repeatList;
const DELIMITER = ';';
/** Marks a file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF';

const quoted = (cell: string): string =>
  cell.includes(DELIMITER) || /[\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/**
 * The list as a work list, which step 2 reads: RFC 4180 with semicolons, UTF-8 with a byte order mark. Without
 * positions, so that its rows fill the wells in order. No cell becomes a formula; step 2 restores each name exactly.
 */
export function repeatsAsCsv(entries: readonly RepeatEntry[]): string {
  const rows = entries.map(({ name, orderId, sampleType, kit, reason, note, from }) => [
    name,
    orderId ?? '',
    text.sampleTypes[sampleType],
    kit.name,
    note === null ? words.reasons[reason] : `${words.reasons[reason]}: ${note}`,
    String(from.businessId),
    from.position,
  ]);
  const lines = [words.csvHead, ...rows].map((cells) =>
    cells.map((cell) => quoted(withoutFormula(cell))).join(DELIMITER),
  );
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
}
