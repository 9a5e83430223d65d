import { ReadError } from '../read-error.ts';

const BEGIN = 0x0809;
const END = 0x000a;
const FILE_PASSWORD = 0x002f;
const RECORD_HEADER_BYTES = 4;
const LARGEST_RECORD = 8224;

/**
 * Walks the records of a workbook stream (BIFF8): each must lie inside the stream,
 * and each begin must have its end, which a shortened one has not.
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

function encrypted(file: string): ReadError {
  return new ReadError({
    code: 'closed-file',
    place: { file },
    problem: 'the workbook is encrypted and cannot be read here; save it without a password',
  });
}
