import { type AuditRow, auditGroupOf, auditActionSchema } from '@curvewell/domain';

import { formatDate } from '../../../shared/format/format.ts';

/** One line of a history: an entry, or several folded ones. */
export type HistoryLine =
  | { readonly kind: 'entry'; readonly row: AuditRow }
  | { readonly kind: 'folded'; readonly key: string; readonly rows: readonly AuditRow[] };

export interface HistoryDay {
  /** `19-11-2026` */
  readonly day: string;
  /** Any instant of that day, for its weekday. */
  readonly at: string;
  readonly lines: readonly HistoryLine[];
}

/** Fewer entries do not fold, because folding would save no lines. */
const FEWEST = 3;

/** Results and decisions never fold; each is important. */
function mayFold({ entry: { action } }: AuditRow): boolean {
  const known = auditActionSchema.safeParse(action).data;
  return known !== undefined && !['results', 'decisions'].includes(auditGroupOf(known));
}

const kindOf = ({ entry: { action, actor } }: AuditRow): string => `${action} ${actor.id ?? actor.name}`;

/**
 * Groups entries by day, newest first. Of three or more entries of one kind by one user, the newest is shown
 * and the rest folds into one line.
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

function alike(rows: readonly AuditRow[]): AuditRow[][] {
  const runs: AuditRow[][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && kindOf(last[0]) === kindOf(row)) last.push(row);
    else runs.push([row]);
  }
  return runs;
}
