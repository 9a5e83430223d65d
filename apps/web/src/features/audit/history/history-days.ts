import { type AuditRow, auditGroupOf, auditActionSchema } from '@curvewell/domain';

import { formatDate } from '../../../shared/format/format.ts';

/** One line of a history: an entry, or some that are folded. */
export type HistoryLine =
  | { readonly kind: 'entry'; readonly row: AuditRow }
  | { readonly kind: 'folded'; readonly key: string; readonly rows: readonly AuditRow[] };

export interface HistoryDay {
  /** `19-11-2026` */
  readonly day: string;
  /** For its weekday. */
  readonly at: string;
  readonly lines: readonly HistoryLine[];
}

/** Fewer do not fold: they take no more room than the line that would stand for them. */
const FEWEST = 3;

/** Results and decisions never fold: each of them counts. */
function mayFold({ entry: { action } }: AuditRow): boolean {
  const known = auditActionSchema.safeParse(action).data;
  return known !== undefined && !['results', 'decisions'].includes(auditGroupOf(known));
}

const kindOf = ({ entry: { action, actor } }: AuditRow): string => `${action} ${actor.id ?? actor.name}`;

/**
 * Entries, newest first, by day; of more than two of one kind by one person the newest is shown, and the others are
 * folded into one line.
 */
export function historyDays(rows: readonly AuditRow[]): HistoryDay[] {
  const days = [...Map.groupBy(rows, ({ entry }) => formatDate(entry.at))];
  return days.map(([day, ofDay]) => ({
    day,
    at: ofDay[0]?.entry.at ?? '',
    lines: alike(ofDay).flatMap((some): HistoryLine[] => {
      const [newest, ...earlier] = some;
      if (newest === undefined) return [];
      if (some.length < FEWEST || !mayFold(newest)) return some.map((row) => ({ kind: 'entry', row }));
      return [
        { kind: 'entry', row: newest },
        { kind: 'folded', key: String(earlier[0]?.entry.number), rows: earlier },
      ];
    }),
  }));
}

/** Entries of one kind that follow one another. */
function alike(rows: readonly AuditRow[]): AuditRow[][] {
  const runs: AuditRow[][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && kindOf(last[0]) === kindOf(row)) last.push(row);
    else runs.push([row]);
  }
  return runs;
}
