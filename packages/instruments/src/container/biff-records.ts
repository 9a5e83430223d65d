import { Count } from '../budget.ts';
import { ReadError } from '../read-error.ts';

const BEGIN = 0x0809;
const END = 0x000a;
const FILE_PASSWORD = 0x002f;
const RECORD_HEADER_BYTES = 4;
const LARGEST_RECORD = 8224;

const CONTINUE = 0x003c;
const FORMULA = 0x0006;
/** Offset of the expression length in a formula record. */
const EXPRESSION_LENGTH_AT = 20;
/** The library interprets this as "no expression". */
const NO_EXPRESSION = 0xffff;
/** A Selection record, which has no effect on cells. */
const PASSED_OVER = 0x001d;
/** Row, column and format with two bytes each, before a number. */
const CELL_HEADER_BYTES = 6;
const CELLS: ReadonlySet<number> = new Set([
  FORMULA,
  0x0203, // Number
  0x0204, // Label
  0x0205, // BoolErr
  0x027e, // RK
  0x00d6, // RString
  0x00fd, // LabelSst
]);
const MULTIPLE_NUMBERS = 0x00bd;
const NUMBER_BYTES = 6;
/** Records that a table of curves needs besides its cells. */
const FRAME: ReadonlySet<number> = new Set([
  BEGIN,
  END,
  0x0022, // Date1904
  0x0042, // CodePage
  0x0085, // BoundSheet8
  0x00fc, // SST
  0x0207, // String
]);

/**
 * Walks the records of a workbook stream (BIFF8). Each must lie within the stream, and each begin must have
 * an end, which a truncated stream lacks.
 *
 * @see Microsoft, [MS-XLS] Excel Binary File Format, 2.1.4
 */
export function checkRecords(stream: Uint8Array, file: string): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  let open = 0;
  let offset = 0;
  while (offset + RECORD_HEADER_BYTES <= stream.byteLength) {
    const type = view.getUint16(offset, true);
    const length = view.getUint16(offset + 2, true);
    // Unused bytes at the end of the stream are zero.
    if (type === 0 && length === 0 && open === 0) break;
    offset += RECORD_HEADER_BYTES + length;
    if (type === BEGIN) open += 1;
    if (type === END) open -= 1;
    if (type === FILE_PASSWORD) throw encrypted(file);
    if (length > LARGEST_RECORD || offset > stream.byteLength || open < 0) break;
    if (open === 0 && type !== END) break;
  }
  if (open === 0 && offset > 0 && offset <= stream.byteLength) return;
  throw new ReadError({
    code: 'unreadable-file',
    place: { file },
    problem: 'the workbook is damaged or cut short; export or copy it again',
    found: `record at ${offset}`,
  });
}

/**
 * Removes the records that a table of curves does not need. Formula expressions, names, rules and drawings
 * can make the spreadsheet library loop forever; they are replaced by records that it skips. The rest takes
 * as many steps as it has records.
 *
 * @throws ReadError `too-large` when there are more cells than in any run
 */
export function plainRecords(stream: Uint8Array, file: string): Uint8Array {
  const plain = stream.slice();
  const view = new DataView(plain.buffer);
  const cells = new Count('cells', { file });
  let isKept = true;
  for (let offset = 0; offset + RECORD_HEADER_BYTES <= plain.byteLength;) {
    const type = view.getUint16(offset, true);
    const length = view.getUint16(offset + 2, true);
    if (CELLS.has(type)) cells.add();
    if (type === MULTIPLE_NUMBERS)
      cells.add(Math.max(0, Math.floor((length - CELL_HEADER_BYTES) / NUMBER_BYTES)));
    if (type === FORMULA && length >= EXPRESSION_LENGTH_AT + 2)
      view.setUint16(offset + RECORD_HEADER_BYTES + EXPRESSION_LENGTH_AT, NO_EXPRESSION, true);
    if (type !== CONTINUE) isKept = CELLS.has(type) || FRAME.has(type) || type === MULTIPLE_NUMBERS;
    if (!isKept && type !== 0) view.setUint16(offset, PASSED_OVER, true);
    offset += RECORD_HEADER_BYTES + length;
  }
  return plain;
}

function encrypted(file: string): ReadError {
  return new ReadError({
    code: 'closed-file',
    place: { file },
    problem: 'the workbook is encrypted; save it without a password',
  });
}
