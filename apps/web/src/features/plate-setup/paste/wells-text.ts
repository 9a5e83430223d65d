import type { ChannelName, Position, Run } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import { toTabSeparated } from '../../../shared/format/tab-separated.ts';
import { EMPTY_WELL, type PlateDraft, type WellDraft } from '../draft/plate-draft.ts';

/** The meaning of a column in a copied or pasted block. */
export type WellColumn =
  | 'position'
  | 'name'
  | 'orderId'
  | 'sampleType'
  | 'kit'
  | 'version'
  | 'lot'
  | 'reactionBuffer'
  | { readonly expectedIn: ChannelName };

const COLUMNS = [
  'position',
  'name',
  'orderId',
  'sampleType',
  'kit',
  'version',
  'lot',
  'reactionBuffer',
] as const;

/** Wells as text for pasting into a spreadsheet and back. */
export function wellsAsText(
  run: Pick<Run, 'analyses'>,
  { positions, plate }: { readonly positions: readonly Position[]; readonly plate: PlateDraft },
): string {
  const columns: readonly WellColumn[] = [
    ...COLUMNS,
    ...run.analyses.map(({ channel }) => ({ expectedIn: channel })),
  ];
  const rows = positions.map((position) => {
    const well = plate.get(position) ?? EMPTY_WELL;
    return columns.map((column) => cellOf(well, { position, column }));
  });
  return toTabSeparated([columns.map(headOf), ...rows]);
}

function headOf(column: WellColumn): string {
  return typeof column === 'object'
    ? text.wells.columns.expectedIn(column.expectedIn)
    : text.wells.columns[column];
}

/** The text of a value of a well; empty without one. */
export function cellOf(
  well: WellDraft,
  { position, column }: { readonly position: Position; readonly column: WellColumn },
): string {
  if (typeof column === 'object') return well.expected[column.expectedIn]?.diagnosticLabel ?? '';
  switch (column) {
    case 'position':
      return position;
    case 'name':
      return well.name ?? '';
    case 'orderId':
      return well.orderId ?? '';
    case 'sampleType':
      return well.sampleType ? text.sampleTypes[well.sampleType] : '';
    case 'kit':
      return well.kitVersion?.kit.name ?? '';
    case 'version':
      return well.kitVersion?.version ?? '';
    case 'lot':
      return well.lot?.name ?? '';
    case 'reactionBuffer':
      return well.reactionBuffer?.name ?? '';
  }
}

/** Other column names found in spreadsheets of laboratories. */
const OTHER_HEADS: Readonly<Record<string, (typeof COLUMNS)[number]>> = {
  well: 'position',
  pos: 'position',
  sample: 'name',
  'sample name': 'name',
  'sample id': 'name',
  order: 'orderId',
  type: 'sampleType',
  'kit version': 'version',
  buffer: 'reactionBuffer',
  'lot number': 'lot',
};

const plain = (text: string): string => text.trim().toLowerCase();

/** The columns of a header row; null if the row is not a header. Unknown columns are null. */
export function columnsOf(
  row: readonly string[],
  channels: readonly ChannelName[],
): readonly (WellColumn | null)[] | null {
  const columns = row.map((cell) => columnOf(plain(cell), channels));
  const known = columns.filter((column) => column !== null).length;
  // At least half of the cells must be known, since a sample name may equal a column name.
  return known > 0 && known * 2 >= row.filter((cell) => plain(cell) !== '').length ? columns : null;
}

function columnOf(head: string, channels: readonly ChannelName[]): WellColumn | null {
  const own = COLUMNS.find((column) => plain(headOf(column)) === head) ?? OTHER_HEADS[head];
  if (own !== undefined) return own;
  const channel = channels.find((name) => plain(text.wells.columns.expectedIn(name)) === head);
  if (channel !== undefined) return { expectedIn: channel };
  const [first] = channels;
  return first !== undefined && head === plain(text.wells.columns.expected) ? { expectedIn: first } : null;
}
