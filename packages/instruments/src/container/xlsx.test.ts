import { read, utils } from '@e965/xlsx';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { exampleRun } from '../../test/example-run.ts';
import { Budget } from '../budget.ts';
import { generateCfxXlsx, generateQuantStudioXlsx } from '../generate/index.ts';
import { writeXlsx } from '../generate/workbook-writer.ts';
import type { SourceFile } from '../index.ts';
import type { Cell } from './workbook.ts';
import { openXlsx } from './xlsx.ts';
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

/** The same by another reader, blank rows and trailing blank cells left out. */
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

test('a workbook is read cell by cell as SheetJS reads it', async () => {
  const cell = fc.oneof(
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    fc.integer(),
    // Texts as they are typed: XML has no control characters, and a spreadsheet trims nothing.
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
