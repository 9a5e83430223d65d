import { expect, test } from 'vitest';

import { exampleRun, profile } from '../test/example-run.ts';
import { handMadeWorkbook, meltRows, textFile } from '../test/hostile-zip.ts';
import { refusalOf } from '../test/variants.ts';
import { generateCfxXls } from '../test/generate/index.ts';
import { readRun } from './index.ts';
import type { SourceFile } from './index.ts';

const CFX = { profile: profile('bio-rad-cfx96') };

const rdml = (content: string) => textFile('run.rdml', `<rdml version="1.1">${content}</rdml>`);
const experiment = (content: string) => rdml(`<experiment id="e">${content}</experiment>`);

const LIMITED: readonly (readonly [
  what: string,
  limit: string,
  make: () => SourceFile | Promise<SourceFile>,
])[] = [
  ['lines', 'lines', () => textFile('run.txt', '\n'.repeat(3_000_001))],
  ['delimiters', 'cells', () => textFile('run.csv', `a\n${';'.repeat(4_000_001)}`)],
  [
    'cells in the rows of a sheet',
    'cells',
    () => handMadeWorkbook({ rows: meltRows() + wideRows({ from: 22, count: 250 }) }),
  ],
  ['cells in an old workbook', 'cells', wideXls],
  ['elements', 'elements', () => rdml('<x/>'.repeat(6_000_001))],
  [
    'elements in a tree',
    'treeElements',
    () => textFile('run.xml', `<a><Row>${'<b/>'.repeat(1_000_001)}</Row></a>`),
  ],
  ['samples', 'samples', () => rdml('<sample id="s"/>'.repeat(50_001))],
  ['targets', 'targets', () => rdml('<target id="t"/>'.repeat(10_001))],
  ['runs', 'runs', () => experiment('<run id="r"/>'.repeat(201))],
  ['experiments', 'runs', () => rdml('<experiment id="e"/>'.repeat(201))],
  ['reactions', 'reactions', () => experiment(`<run id="r">${'<react id="1"/>'.repeat(50_001)}</run>`)],
  [
    'curves',
    'curves',
    () => experiment(`<run id="r"><react id="1">${'<data/>'.repeat(50_001)}</react></run>`),
  ],
];

/** Rows with one cell in the last possible column, each of 16,384 cells. */
function wideRows({ from, count }: { readonly from: number; readonly count: number }): string {
  const rows = Array.from({ length: count }, (_, index) => from + index);
  return rows.map((row) => `<row r="${row}"><c r="XFD${row}"><v>1</v></c></row>`).join('');
}

/** The header of a Number record: type and length. */
const NUMBER_RECORD = Buffer.from([0x03, 0x02, 0x0e, 0x00]);

/** The numbers of an old workbook, moved to the last possible column. */
function wideXls(): SourceFile {
  const [file] = generateCfxXls(exampleRun({ channels: ['FAM'], phases: ['MELT'], wellCount: 1 }));
  const bytes = Buffer.from(file!.bytes);
  for (let at = bytes.indexOf(NUMBER_RECORD); at !== -1; at = bytes.indexOf(NUMBER_RECORD, at + 1))
    bytes.writeUInt16LE(0xffff, at + 6);
  return { name: 'run.xls', bytes };
}

test.each(LIMITED)(
  'IMPORT-110 IMPORT-111 a file with too many %s is refused with that reason, and not as damaged',
  { timeout: 120_000 },
  async (_what, limit, make) => {
    const error = await refusalOf(readRun([await make()], CFX));
    expect(error).toMatchObject({ name: 'ReadError', code: 'too-large', limit });
    expect(error.message).toMatch(
      /^run\b.*: it holds more .* \(found “more than [\d,]+”, expected at most [\d,]+ /,
    );
    expect(error.message).not.toContain('damaged');
  },
);

// The parser used to try every way of splitting them: 2 to the power of their number.
test('IMPORT-110 a file with only comments is refused', async () => {
  const error = await refusalOf(readRun([textFile('run.xml', `${'<!---->'.repeat(2000)}?`)], CFX));
  expect(error).toMatchObject({ name: 'ReadError', code: 'unsupported-file' });
});

const DIRECTORY_ENTRY = 128;

// Each stream used to be followed to its end: a file of 25 MB could be traversed 100,000 times.
test('IMPORT-110 an old workbook whose streams share sectors is refused', async () => {
  const [file] = generateCfxXls(exampleRun({ channels: ['FAM'], phases: ['MELT'] }));
  const bytes = Buffer.from(file!.bytes);
  const directory = (bytes.readUInt32LE(48) + 1) * 512;
  const entries = [0, 1, 2, 3].map((index) => directory + index * DIRECTORY_ENTRY);
  const stream = entries.find((at) => bytes.readUInt32LE(at + 120) > 4096 && bytes[at + 66] === 2)!;
  const free = entries.find((at) => bytes[at + 66] === 0)!;
  bytes.copy(bytes, free, stream, stream + DIRECTORY_ENTRY);
  const error = await refusalOf(readRun([{ name: 'run.xls', bytes }], CFX));
  expect(error).toMatchObject({ code: 'unreadable-file', found: 'streams that share sectors' });
});
