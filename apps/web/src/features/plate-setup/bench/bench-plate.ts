import {
  comparePositions,
  isSample,
  isWellSet,
  PLATE_SIZE,
  type PlateType,
  type Position,
} from '@curvewell/domain';

import type { PlateDraft, WellDraft } from '../draft/plate-draft.ts';

/** A kit, buffer and lot on a plate, with the letter that stands for it. */
export interface BenchKit {
  readonly key: string;
  readonly well: WellDraft;
  readonly count: number;
}

const idOf = ({ kitVersion, reactionBuffer, lot }: WellDraft): string =>
  [kitVersion?.id, reactionBuffer?.id, lot?.id].join(' ');

const inReadingOrder = (plate: PlateDraft): readonly (readonly [Position, WellDraft])[] =>
  [...plate].sort(([first], [second]) => comparePositions(first, second));

/** The kits, buffers and lots of the wells, in reading order: `a`, `b`, … `z`, `aa`. */
export function benchKits(plate: PlateDraft): readonly BenchKit[] {
  const kits = new Map<string, BenchKit>();
  for (const [, well] of inReadingOrder(plate)) {
    if (well.kitVersion === null) continue;
    const id = idOf(well);
    const known = kits.get(id) ?? { key: keyOf(kits.size), well, count: 0 };
    kits.set(id, { ...known, count: known.count + 1 });
  }
  return [...kits.values()];
}

const keyOf = (index: number): string =>
  `${index < 26 ? '' : keyOf(Math.floor(index / 26) - 1)}${String.fromCharCode(97 + (index % 26))}`;

/** The letter of a well's kit, buffer and lot; null: not set. */
export const keyIn = (kits: readonly BenchKit[], well: WellDraft): string | null =>
  kits.find((kit) => idOf(kit.well) === idOf(well))?.key ?? null;

/** The columns of each page. Twelve fit across A4 with readable names, so 384 wells take two pages. */
export function benchParts(plateType: PlateType): readonly (readonly number[])[] {
  const { columnCount } = PLATE_SIZE[plateType];
  return Array.from({ length: Math.ceil(columnCount / COLUMNS) }, (_, part) =>
    Array.from({ length: COLUMNS }, (_column, index) => part * COLUMNS + index),
  );
}

const COLUMNS = 12;

export const setCount = (plate: PlateDraft): number => [...plate.values()].filter(isWellSet).length;

export interface SampleLabel {
  readonly name: string;
  readonly orderId: string | null;
  readonly positions: readonly Position[];
  readonly kits: readonly string[];
}

interface LabelChoice {
  readonly each: 'sample' | 'well';
  readonly withControls: boolean;
}

/** The labels of a plate in reading order. Wells without a name have none. */
export function sampleLabels(plate: PlateDraft, { each, withControls }: LabelChoice): readonly SampleLabel[] {
  const labels = new Map<string, SampleLabel>();
  for (const [position, { name, orderId, sampleType, kitVersion }] of inReadingOrder(plate)) {
    if (name === null || (!withControls && sampleType !== null && !isSample(sampleType))) continue;
    const key = each === 'well' ? position : JSON.stringify([name, orderId]);
    const { positions, kits } = labels.get(key) ?? { positions: [], kits: [] };
    labels.set(key, {
      name,
      orderId,
      positions: [...positions, position],
      kits: [...new Set([...kits, ...(kitVersion === null ? [] : [kitVersion.kit.name])])],
    });
  }
  return [...labels.values()];
}

/** A sheet of labels, centred on A4: columns and rows, the size of a label and the gap between columns, mm. */
export interface LabelGrid {
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  readonly gap: number;
}

/** Common sheets, as their makers state them: Avery L7651, Avery Zweckform 3657, Avery L7159 and L7160. */
export const LABEL_GRIDS = {
  '5x13': { columns: 5, rows: 13, width: 38.1, height: 21.2, gap: 2.5 },
  '4x10': { columns: 4, rows: 10, width: 48.5, height: 25.4, gap: 0 },
  '3x8': { columns: 3, rows: 8, width: 63.5, height: 33.9, gap: 2.5 },
  '3x7': { columns: 3, rows: 7, width: 63.5, height: 38.1, gap: 2.5 },
} as const satisfies Record<string, LabelGrid>;
export type LabelGridName = keyof typeof LABEL_GRIDS;

/** The labels of each sheet; null: a place left free. `first` counts from 1. */
export function labelPages(
  labels: readonly SampleLabel[],
  { grid: { columns, rows }, first }: { readonly grid: LabelGrid; readonly first: number },
): readonly (readonly (SampleLabel | null)[])[] {
  const places = [...Array.from({ length: first - 1 }, () => null), ...labels];
  const onSheet = columns * rows;
  return labels.length === 0
    ? []
    : Array.from({ length: Math.ceil(places.length / onSheet) }, (_, page) =>
        places.slice(page * onSheet, (page + 1) * onSheet),
      );
}
