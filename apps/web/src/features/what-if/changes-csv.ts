import { calledText, RUN_STATUS_LABEL, withoutFormulas } from '@curvewell/domain';

import { text } from '../../locale/text.ts';
import type { ListedChange } from './change-groups.ts';

const words = text.whatIf.csv;
/** A byte order mark, so that spreadsheets recognise UTF-8. */
const BOM = '\uFEFF';

export function changesCsv(
  changes: readonly ListedChange[],
  nameOf: (diagnostic: string | null) => string = calledText,
): string {
  const rows = changes.map((change): readonly (string | number)[] => [
    change.businessId,
    change.runDate.slice(0, 10),
    RUN_STATUS_LABEL[change.status],
    change.position,
    change.channel,
    change.name ?? '',
    text.sampleTypes[change.sampleType],
    change.version,
    nameOf(change.then.diagnostic),
    nameOf(change.now.diagnostic),
    change.override === null ? '' : nameOf(change.override),
    change.isAlgorithm ? words.yes : '',
    change.reason,
  ]);
  return csvText([words.heads, ...rows]);
}

/** Rows as CSV (RFC 4180) for spreadsheets: texts quoted, formulas as text. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((cells) => cells.map(quoted).join(';'));
  return `${BOM}${lines.join('\r\n')}\r\n`;
}

const quoted = (cell: string | number): string =>
  typeof cell === 'number' ? String(cell) : `"${withoutFormulas(cell).replaceAll('"', '""')}"`;
