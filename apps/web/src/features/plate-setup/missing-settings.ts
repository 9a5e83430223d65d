import {
  comparePositions,
  isWellSet,
  missingItems,
  type ExpectedChannel,
  type MissingItem,
  type Position,
} from '@curvewell/domain';

import type { PlateDraft, WellDraft } from './draft/plate-draft.ts';

/** Returns the channels in which a well can have an expected result. */
export type ExpectedChannelsOf = (well: WellDraft) => readonly ExpectedChannel[];

/** A missing field, and the wells without it. */
export interface MissingRow {
  readonly key: string;
  readonly item: MissingItem;
  readonly positions: readonly Position[];
}

export interface PlateState {
  readonly missing: ReadonlyMap<Position, readonly MissingItem[]>;
  readonly rows: readonly MissingRow[];
  readonly setCount: number;
  readonly completeCount: number;
}

const LETTER = { kit: 'K', lot: 'L', reactionBuffer: 'B', sampleType: 'S', expectedDiagnostic: 'E' } as const;

const missingKey = (item: MissingItem): string =>
  item.item === 'expectedDiagnostic' ? `${item.item} ${item.channel}` : item.item;

/** K kit, L lot, B reaction buffer, S sample type, E expected result. */
export function lettersOf(items: readonly MissingItem[]): string {
  return [...new Set(items.map(({ item }) => LETTER[item]))].join('');
}

/** The completeness of a plate. Wells without any setting do not count. */
export function plateState(plate: PlateDraft, expectedChannelsOf: ExpectedChannelsOf): PlateState {
  const missing = new Map<Position, readonly MissingItem[]>();
  const rows = new Map<string, { key: string; item: MissingItem; positions: Position[] }>();
  let setCount = 0;
  const inOrder = [...plate].sort(([first], [second]) => comparePositions(first, second));
  for (const [position, well] of inOrder) {
    if (!isWellSet(well)) continue;
    setCount += 1;
    const items = missingItems(well, expectedChannelsOf(well));
    if (items.length === 0) continue;
    missing.set(position, items);
    for (const item of items) {
      const key = missingKey(item);
      const row = rows.get(key) ?? { key, item, positions: [] };
      row.positions.push(position);
      rows.set(key, row);
    }
  }
  return {
    missing,
    rows: [...rows.values()].sort((first, second) => second.positions.length - first.positions.length),
    setCount,
    completeCount: setCount - missing.size,
  };
}
