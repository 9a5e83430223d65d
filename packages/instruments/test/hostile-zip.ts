import { writeZip } from './generate/index.ts';
import type { SourceFile } from '../src/index.ts';

const WORKBOOK =
  '<workbook xmlns:r="r"><sheets><sheet name="FAM" sheetId="1" r:id="rId1"/></sheets></workbook>';
const RELATIONS =
  '<Relationships><Relationship Id="rId1" Type="t/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="t/sharedStrings" Target="sharedStrings.xml"/></Relationships>';

export interface WorkbookParts {
  readonly workbook?: string;
  /** The content of `sheetData`. */
  readonly rows?: string;
  /** Replaces the whole sheet. */
  readonly sheet?: string;
  readonly sharedStrings?: string;
  readonly more?: readonly SourceFile[];
}

export function textFile(name: string, text: string): SourceFile {
  return { name, bytes: new TextEncoder().encode(text) };
}

/** A hand-made workbook, whose parts can be invalid. */
export async function handMadeWorkbook(parts: WorkbookParts): Promise<SourceFile> {
  const sheet = parts.sheet ?? `<worksheet><sheetData>${parts.rows ?? ''}</sheetData></worksheet>`;
  const bytes = await writeZip([
    textFile('xl/workbook.xml', parts.workbook ?? WORKBOOK),
    textFile('xl/_rels/workbook.xml.rels', RELATIONS),
    textFile('xl/sharedStrings.xml', parts.sharedStrings ?? '<sst></sst>'),
    textFile('xl/worksheets/sheet1.xml', sheet),
    ...(parts.more ?? []),
  ]);
  return { name: 'run -  Melt Curve RFU Results.xlsx', bytes };
}

/** The rows of a valid melting curve of wells A1 and A2, with some cells replaced. */
export function meltRows(replaced: Readonly<Record<string, string>> = {}): string {
  const row = (number: number, cells: readonly (string | number)[]) => {
    const written = cells.map((value, index) => {
      const reference = `${'BCD'.charAt(index)}${number}`;
      const cell =
        typeof value === 'number'
          ? `<c r="${reference}"><v>${value}</v></c>`
          : `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
      return replaced[reference] ?? cell;
    });
    return `<row r="${number}">${written.join('')}</row>`;
  };
  const readings = Array.from({ length: 20 }, (_, index) =>
    row(index + 2, [60 + index, 1000 - index, 900 - index]),
  );
  return [row(1, ['Temperature', 'A1', 'A2']), ...readings].join('');
}

const LOCAL_SIGNATURE = 0x04034b50;
const CENTRAL_SIGNATURE = 0x02014b50;

/** Offsets of the headers of a zip's entries in the file and in its table of contents. */
export function zipHeaders(bytes: Uint8Array): { readonly local: number[]; readonly central: number[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const local: number[] = [];
  const central: number[] = [];
  for (let offset = 0; offset + 4 <= bytes.byteLength; offset++) {
    const signature = view.getUint32(offset, true);
    if (signature === LOCAL_SIGNATURE) local.push(offset);
    if (signature === CENTRAL_SIGNATURE) central.push(offset);
  }
  return { local, central };
}

/** A copy with some little-endian numbers changed. */
export function patched(
  bytes: Uint8Array,
  patches: readonly { readonly offset: number; readonly size: 2 | 4; readonly value: number }[],
): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (const { offset, size, value } of patches) {
    if (size === 2) view.setUint16(offset, value, true);
    else view.setUint32(offset, value, true);
  }
  return copy;
}
