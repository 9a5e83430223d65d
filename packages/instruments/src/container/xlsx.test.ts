import { read, utils } from '@e965/xlsx';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { exampleRun } from '../../test/example-run.ts';
import { zipBytes } from '../../test/zip-bytes.ts';
import { Budget } from '../budget.ts';
import { generateCfxXlsx, generateQuantStudioXlsx } from '../../test/generate/index.ts';
import { writeXlsx } from '../../test/generate/workbook-writer.ts';
import type { SourceFile } from '../index.ts';
import type { Cell } from './workbook.ts';
import { isXlsx, openXlsx } from './xlsx.ts';
import { openArchive } from './zip.ts';

type Tables = Record<string, Record<number, Cell[]>>;

async function ownTables(file: SourceFile): Promise<Tables> {
  const workbook = await openXlsx(await openArchive(file, new Budget()));
  const tables: Tables = {};
  for (const { name, rows } of workbook.sheets) {
    tables[name] = Object.fromEntries((await rows()).map(({ number, cells }) => [number, [...cells]]));
  }
  return tables;
}

/** The tables by another reader, without blank rows and trailing blank cells. */
function sheetJsTables({ bytes }: SourceFile): Tables {
  const book = read(bytes, { type: 'array' });
  return Object.fromEntries(
    book.SheetNames.map((name) => {
      const sheet = book.Sheets[name]!;
      const range = { ...utils.decode_range(sheet['!ref'] ?? 'A1'), s: { r: 0, c: 0 } };
      const rows = utils.sheet_to_json<Cell[]>(sheet, { header: 1, defval: null, blankrows: true, range });
      const filled = rows.map((row, index) => {
        const cells = [...row];
        while (cells.length > 0 && cells.at(-1) === null) cells.pop();
        return [index + 1, cells] as const;
      });
      return [name, Object.fromEntries(filled.filter(([, cells]) => cells.length > 0))];
    }),
  );
}

test('a workbook gives the same cells as SheetJS', async () => {
  const cell = fc.oneof(
    fc.constant(null),
    // A larger number is no measurement, and stays a text.
    fc.double({ noNaN: true, min: -1e100, max: 1e100 }).map((value) => value + 0),
    fc.integer(),
    // Typical texts: XML has no control characters, and a spreadsheet does not trim.
    fc.stringMatching(/^[A-Za-z0-9<>&"'°µ=;,._ -]{1,20}$/).filter((text) => text.trim() !== ''),
  );
  const tables = fc.array(fc.array(cell, { maxLength: 30 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(tables, tables, async (first, second) => {
      const bytes = await writeXlsx([
        { name: 'First & last', rows: first },
        { name: 'Second', rows: second },
      ]);
      const file = { name: 'book.xlsx', bytes };
      expect(await ownTables(file)).toEqual(sheetJsTables(file));
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['CFX', generateCfxXlsx],
  ['QuantStudio', generateQuantStudioXlsx],
])('a generated %s workbook opens in SheetJS with the same cells', async (_name, generate) => {
  const [file] = await generate(exampleRun({ wellCount: 12, step: 2 }));
  expect(await ownTables(file!)).toEqual(sheetJsTables(file!));
});

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (id: string, kind: string, target: string, more = '') =>
  `<Relationship Id="${id}" Type="${TYPES}/${kind}" Target="${target}"${more}/>`;
const sheetOf = (...rows: readonly string[]) =>
  `<worksheet><sheetData>${rows.map((cells, index) => `<row r="${index + 1}">${cells}</row>`).join('')}</sheetData></worksheet>`;
const number = (value: number) => `<c><v>${value}</v></c>`;

/** A workbook of these parts, with `xl/` before each name. */
function archiveOf({ sheets = '', relations = '', ...parts }: Readonly<Record<string, string>>) {
  const all = {
    'workbook.xml': `<workbook><sheets>${sheets}</sheets></workbook>`,
    '_rels/workbook.xml.rels': `<Relationships>${relations}</Relationships>`,
    ...parts,
  };
  const bytes = zipBytes(Object.entries(all).map(([name, content]) => ({ name: `xl/${name}`, content })));
  return openArchive({ name: 'book.xlsx', bytes }, new Budget());
}

const workbookOf = async (parts: Readonly<Record<string, string>>) => openXlsx(await archiveOf(parts));

const ONE_SHEET = {
  sheets: '<sheet name="FAM" r:id="r1"/>',
  relations: relation('r1', 'worksheet', 'a.xml'),
};

test('a zip is a workbook if it has the part that lists sheets', async () => {
  expect(isXlsx(await archiveOf(ONE_SHEET))).toBe(true);
  const other = { name: 'other.zip', bytes: zipBytes([{ name: 'workbook.xml', content: '' }]) };
  expect(isXlsx(await openArchive(other, new Budget()))).toBe(false);
});

describe('the sheets of a workbook', () => {
  test('are those that it lists and contains, in the order of the list', async () => {
    const { file, sheets } = await workbookOf({
      sheets:
        '<sheet name="B" r:id="r2"/><sheet name="gone" r:id="r9"/><sheet name="A" r:id="r1"/><sheet r:id="r1"/><other name="x" r:id="r1"/>',
      relations:
        relation('r1', 'worksheet', 'a.xml') +
        relation('r2', 'worksheet', 'b.xml') +
        relation('r3', 'theme', 'c.xml'),
      'a.xml': sheetOf(number(1)),
      'b.xml': sheetOf(number(2)),
    });
    expect(file).toBe('book.xlsx');
    expect(sheets.map(({ name }) => name)).toEqual(['B', 'A', '']);
    expect(await sheets[0]?.rows()).toEqual([{ number: 1, cells: [2] }]);
    expect(await sheets[1]?.rows()).toEqual([{ number: 1, cells: [1] }]);
  });

  test('exclude parts that lie outside the file, are not sheets, or are named by another element', async () => {
    const { sheets } = await workbookOf({
      sheets: ['r1', 'r2', 'r3'].map((id) => `<sheet name="${id}" r:id="${id}"/>`).join(''),
      relations:
        relation('r1', 'worksheet', 'a.xml', ' TargetMode="External"') +
        relation('r2', 'chartsheet', 'a.xml') +
        relation('r3', 'worksheet', 'a.xml').replace('Relationship', 'Relation'),
    });
    expect(sheets).toEqual([]);
  });

  test.each([
    ['another prefix', '<sheet name="FAM" rel:id="r1"/>', 'a.xml'],
    ['an absolute place', '<sheet name="FAM" r:id="r1"/>', '/xl/a.xml'],
    ['a place with detours', '<sheet name="FAM" r:id="r1"/>', 'worksheets/../a.xml'],
    ['an id of its own beside', '<sheet name="FAM" sheetId="r2" x:id="r2" r:id="r1"/>', 'a.xml'],
  ])('may be referenced with %s', async (_what, sheets, target) => {
    const relations = relation('r1', 'worksheet', target) + relation('r2', 'worksheet', 'b.xml');
    const workbook = await workbookOf({ sheets, relations, 'a.xml': sheetOf(number(7)) });
    expect(await workbook.sheets[0]?.rows()).toEqual([{ number: 1, cells: [7] }]);
  });

  test('without a part are omitted', async () => {
    const { sheets } = await workbookOf({ ...ONE_SHEET, sheets: '<sheet name="FAM" id="r1"/>' });
    expect(sheets).toEqual([]);
  });
});

describe('texts', () => {
  const parts = {
    sheets: '<sheet name="FAM" r:id="r1"/>',
    'a.xml': sheetOf('<c t="s"><v>1</v></c>'),
    'texts.xml': '<sst><si><t>no</t></si><si><r><t>Well</t></r><r><t> A1</t></r></si></sst>',
  };
  const sheet = relation('r1', 'worksheet', 'a.xml');

  test('of cells come from the list', async () => {
    const { sheets } = await workbookOf({
      ...parts,
      relations: sheet + relation('r2', 'sharedStrings', 'texts.xml'),
    });
    expect(await sheets[0]?.rows()).toEqual([{ number: 1, cells: ['Well A1'] }]);
  });

  test.each([
    ['there is no list', sheet],
    ['the list is missing', sheet + relation('r2', 'sharedStrings', 'gone.xml')],
  ])('of cells are refused if %s', async (_what, relations) => {
    const { sheets } = await workbookOf({ ...parts, relations, 'a.xml': sheetOf('<c t="s"><v>0</v></c>') });
    await expect(sheets[0]?.rows()).rejects.toMatchObject({
      code: 'unreadable-file',
      place: { file: 'book.xlsx', sheet: 'FAM', row: 1 },
      found: 'text number 0',
    });
  });
});

test('a truncated workbook or sheet is refused', async () => {
  const list = '<workbook><sheets><sheet name="FAM" r:id="r1"/>';
  await expect(workbookOf({ ...ONE_SHEET, 'workbook.xml': list })).rejects.toMatchObject({
    code: 'unreadable-file',
  });
  const cut = sheetOf(number(1)).replace('</worksheet>', '');
  const { sheets } = await workbookOf({ ...ONE_SHEET, 'a.xml': cut });
  await expect(sheets[0]?.rows()).rejects.toMatchObject({ code: 'unreadable-file' });
});

describe('a preview of a sheet', () => {
  const rows = [number(1), number(2), number(3)];

  test('returns its first rows, and does not prevent reading the others', async () => {
    const { sheets } = await workbookOf({ ...ONE_SHEET, 'a.xml': sheetOf(...rows) });
    const numbers = async (limit?: number) => (await sheets[0]?.rows(limit))?.map(({ cells }) => cells[0]);
    expect(await numbers(2)).toEqual([1, 2]);
    expect(await numbers(1)).toEqual([1]);
    expect(await numbers(3)).toEqual([1, 2, 3]);
    expect(await numbers()).toEqual([1, 2, 3]);
    expect(await numbers(2)).toEqual([1, 2]);
  });

  test('stops there: damage behind it is found when everything is read', async () => {
    const damaged = sheetOf(...rows, `${number(4).repeat(16_000)}<`);
    const { sheets } = await workbookOf({ ...ONE_SHEET, 'a.xml': damaged });
    expect(await sheets[0]?.rows(2)).toHaveLength(2);
    await expect(sheets[0]?.rows()).rejects.toMatchObject({ code: 'unreadable-file' });
  });

  test('is cached, and so are the texts', async () => {
    const archive = await archiveOf({
      ...ONE_SHEET,
      relations: ONE_SHEET.relations + relation('r2', 'sharedStrings', 'texts.xml'),
      'a.xml': sheetOf('<c t="s"><v>0</v></c>', number(2)),
      'texts.xml': '<sst><si><t>Well</t></si></sst>',
    });
    const read: string[] = [];
    const chunks = (name: string) => {
      read.push(name);
      return archive.chunks(name);
    };
    const { sheets } = await openXlsx({ ...archive, chunks });
    read.length = 0;
    for (const limit of [1, 1, undefined, undefined, 1]) await sheets[0]?.rows(limit);
    expect(read).toEqual(['xl/texts.xml', 'xl/a.xml', 'xl/a.xml']);
  });
});
