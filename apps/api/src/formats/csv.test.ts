import { withFormula, withoutFormula } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { csvText, plainCsvText } from './csv.ts';

test('a cell keeps its text, spaces and separators', () => {
  const cell = (name: string) => csvText([['FAM', name, 'BLOOD']], ';').split(/FAM;|;BLOOD/)[1];
  expect(cell('a b')).toBe('a b');
  expect(cell('a,=1')).toBe('"a,\'=1"');
  expect(cell('a|-1,+2')).toBe('"a|\'-1,\'+2"');
  expect(cell('a,b')).toBe('"a,b"');
});

test('every line ends with CRLF; only spreadsheets get a byte order mark', () => {
  const lines = [['Well', 'Score'], ['A1', 0.5], [null]];
  expect(plainCsvText(lines, ';')).toBe('Well;Score\r\nA1;0.5\r\n\r\n');
  expect(csvText(lines, ';')).toBe(`\uFEFF${plainCsvText(lines, ';')}`);
});

/** Parses as spreadsheets do: quotes count only at the start of a cell. */
function cellsOf(text: string, delimiter: string): string[] {
  const cells: string[] = [];
  let rest = text;
  while (rest !== '') {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const after = quoted === null ? rest : rest.slice(quoted[0].length);
    const end = [delimiter, '\r', '\n'].map((sign) => after.indexOf(sign)).filter((place) => place >= 0);
    const length = end.length === 0 ? after.length : Math.min(...end);
    cells.push((quoted?.[1]?.replaceAll('""', '"') ?? '') + after.slice(0, length));
    rest = after.slice(length + 1);
  }
  return cells;
}

test('EXPORT-100 no text becomes a formula, whatever separator it is opened with', () => {
  const separators = [',', ';', '\t', '|'] as const;
  const texts = separators.flatMap((sign) =>
    ['=1+1', ' =1', '"=1"', '@SUM(A1)', '+1', '-1', '＝1', '－1'].map((end) => `a${sign}${end}${sign}b`),
  );
  for (const name of [...texts, 'a\n=1', 'a\r\n"=1"', ' =1 ', "'=1"])
    for (const delimiter of separators)
      for (const opened of separators) {
        const text = csvText([['A1', name, 0.5]], delimiter);
        expect(
          cellsOf(text, opened).filter((cell) => /^\s*[=+@＝＋＠－-]/.test(cell)),
          `${name} as ${delimiter} by ${opened}`,
        ).toEqual([]);
      }
});

test('EXPORT-100 a cell with a common separator, or with surrounding spaces, is quoted', () => {
  for (const name of ['a,b', 'a;b', 'a\tb', 'a|b', 'a"b', 'a\nb', ' a', 'a '])
    expect(csvText([['A1', name, null]], ';')).toContain(`;"${name.replaceAll('"', '""')}";`);
});

test('text that a spreadsheet would evaluate is marked as text; numbers stay numbers', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＠SUM(A1)', '\t=1', ' =1', '\r=1']) {
    expect(withoutFormula(text), text).toBe(`'${text}`);
    expect(withFormula(withoutFormula(`'${text}`))).toBe(`'${text}`);
  }
  expect(withoutFormula('S-1')).toBe('S-1');
  expect(csvText([['A1', -0.5]], ';')).toContain(';-0.5\r\n');
});
