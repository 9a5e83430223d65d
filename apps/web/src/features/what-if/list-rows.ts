import type { ChangeGroup, ListedChange } from './change-groups.ts';

/** Changes of a group shown at first, and added by “more”. */
export const ROWS_AT_ONCE = 100;

/** A row of the list, from top to bottom. */
export type ListRow =
  | { readonly kind: 'group'; readonly key: string; readonly group: ChangeGroup; readonly isOpen: boolean }
  | {
      readonly kind: 'change';
      readonly key: string;
      readonly group: ChangeGroup;
      readonly change: ListedChange;
    }
  | { readonly kind: 'more'; readonly key: string; readonly group: ChangeGroup; readonly hidden: number };

export const changeKey = ({ wellId }: ListedChange): string => wellId;

interface Shown {
  /** Keys of collapsed groups. */
  readonly folded: ReadonlySet<string>;
  /** Number of changes shown, by group key. */
  readonly shown: ReadonlyMap<string, number>;
}

export function listRows(groups: readonly ChangeGroup[], { folded, shown }: Shown): ListRow[] {
  return groups.flatMap((group): ListRow[] => {
    const isOpen = !folded.has(group.key);
    const head: ListRow = { kind: 'group', key: group.key, group, isOpen };
    if (!isOpen) return [head];
    const most = shown.get(group.key) ?? ROWS_AT_ONCE;
    const hidden = group.changes.length - most;
    return [
      head,
      ...group.changes
        .slice(0, most)
        .map((change): ListRow => ({ kind: 'change', key: changeKey(change), group, change })),
      ...(hidden > 0 ? [{ kind: 'more' as const, key: `more ${group.key}`, group, hidden }] : []),
    ];
  });
}

/** The row that a key moves to; null if the key does nothing. */
export function rowAfterKey(rows: readonly ListRow[], at: number, key: string): number | null {
  const last = rows.length - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, at + 1);
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowLeft':
      // From a change to its group.
      return rows[at]?.kind === 'group'
        ? null
        : rows.findLastIndex(({ kind }, index) => index < at && kind === 'group');
    default:
      return null;
  }
}
