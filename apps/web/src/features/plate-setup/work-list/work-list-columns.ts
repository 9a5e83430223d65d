import { workListFieldSchema, type WorkListColumns, type WorkListField } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import { positionOf } from '../paste/paste-plate.ts';
import { columnLetters, type WorkList } from './read-work-list.ts';

/** The column index of each field; missing fields have no column. */
export type ColumnsOfFields = Readonly<Partial<Record<WorkListField, number>>>;

/** How to read a list: whether its first row is a header, and the meaning of its columns. */
export interface WorkListReading {
  readonly hasHeads: boolean;
  readonly columns: ColumnsOfFields;
}

export const WORK_LIST_FIELDS = workListFieldSchema.options;

/** Column names found in work lists of laboratories. */
const HEADS: Readonly<Record<WorkListField, readonly string[]>> = {
  position: ['position', 'well', 'pos', 'well position', 'well id', 'plate position', 'location', 'kavität'],
  row: ['row', 'well row', 'zeile', 'reihe'],
  column: ['column', 'col', 'well column', 'spalte'],
  sequence: ['sequence', 'no', 'nr', 'no.', 'nr.', '#', 'seq', 'number', 'index', 'lfd nr'],
  name: [
    'name',
    'sample',
    'sample name',
    'sample id',
    'sampleid',
    'barcode',
    'sample barcode',
    'tube',
    'tube id',
    'tube barcode',
    'specimen',
    'specimen id',
    'probe',
    'proben-id',
    'probennummer',
  ],
  sampleType: ['sample type', 'type', 'sampletype', 'content', 'task', 'material', 'probentyp'],
  orderId: [
    'order id',
    'order',
    'orderid',
    'order no',
    'order number',
    'request',
    'request id',
    'accession',
    'accession number',
    'auftrag',
    'auftragsnummer',
    'auftrags-id',
  ],
};

const plain = (head: string): string =>
  head
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ');

/** Guesses the meaning of the columns from the laboratory's last list, their names or their content. */
export function guessedReading(list: WorkList, kept: WorkListColumns | null): WorkListReading {
  const [first = []] = list.rows;
  const asKept = kept && columnsByHeads(first, kept.columns);
  if (asKept) return { hasHeads: true, columns: asKept };
  const columns = columnsByWords(first);
  if (Object.keys(columns).length > 0) return { hasHeads: true, columns };
  return { hasHeads: false, columns: columnsByContent(list.rows) };
}

/** null if a column name is missing, so that the list is of a different kind. */
function columnsByHeads(first: readonly string[], heads: WorkListColumns['columns']): ColumnsOfFields | null {
  const found = WORK_LIST_FIELDS.flatMap((field) => {
    const head = heads[field];
    return head === undefined ? [] : [[field, first.findIndex((cell) => cell === head)] as const];
  });
  return found.length === 0 || found.some(([, index]) => index < 0) ? null : Object.fromEntries(found);
}

function columnsByWords(first: readonly string[]): ColumnsOfFields {
  const columns: Partial<Record<WorkListField, number>> = {};
  for (const field of WORK_LIST_FIELDS) {
    const index = first.findIndex((cell) => HEADS[field].includes(plain(cell)));
    if (index >= 0) columns[field] = index;
  }
  // If there are positions, a number column is only a counter.
  if (columns.position !== undefined || columns.row !== undefined) delete columns.sequence;
  return columns;
}

/** Without a header, only positions are recognised by content. The first other column has the names. */
function columnsByContent(rows: readonly (readonly string[])[]): ColumnsOfFields {
  const width = Math.max(...rows.map(({ length }) => length));
  const indexes = Array.from({ length: width }, (_, index) => index);
  const position = indexes.find((index) => rows.every((row) => positionOf(row[index] ?? '') !== null));
  const name = indexes.find((index) => index !== position && rows.some((row) => (row[index] ?? '') !== ''));
  return { ...(position !== undefined && { position }), ...(name !== undefined && { name }) };
}

/** The column names to store for the next list; null without a header. */
export function columnsToKeep(
  list: WorkList,
  { hasHeads, columns }: WorkListReading,
): WorkListColumns | null {
  const [first = []] = list.rows;
  if (!hasHeads) return null;
  const heads = Object.entries(columns).flatMap(([field, index]) => {
    const head = first[index] ?? '';
    return head === '' ? [] : [[field, head] as const];
  });
  return heads.length === 0 ? null : { columns: Object.fromEntries(heads) };
}

/** The columns as options, by name, or by letter and content. */
export function columnOptions(list: WorkList, hasHeads: boolean) {
  const [first = []] = list.rows;
  const width = Math.max(...list.rows.map(({ length }) => length));
  return Array.from({ length: width }, (_, index) => {
    const cell = first[index] ?? '';
    const letters = columnLetters(index);
    const label =
      hasHeads && cell !== '' ? cell : cell === '' ? letters : text.workList.columnLike(letters, cell);
    return { value: String(index), label };
  });
}
