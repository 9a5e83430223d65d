import { gzipSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { exampleRun, profile } from '../test/example-run.ts';
import { handMadeWorkbook, meltRows, patched, textFile, zipHeaders } from '../test/hostile-zip.ts';
import type { WorkbookParts } from '../test/hostile-zip.ts';
import {
  generateCfxCsv,
  generateCfxXls,
  generateCfxXlsx,
  generateRdmlXml,
  writeZip,
} from '../test/generate/index.ts';
import { ANALYSER_PROFILES, readRun } from './index.ts';
import type { ReadError, RunFile, SourceFile } from './index.ts';

const CFX = { profile: profile('bio-rad-cfx96') };
const RDML = { profile: profile('rdml') };

function read(file: SourceFile, options = CFX): Promise<RunFile> {
  return readRun([file], options);
}

async function refusal(reading: Promise<RunFile>): Promise<ReadError> {
  return reading.then(
    () => {
      throw new Error('the file was read');
    },
    (error: unknown) => error as ReadError,
  );
}

function cell(reference: string, content: string): Record<string, string> {
  return { [reference]: content };
}

const SMALL = { channels: ['FAM'], phases: ['MELT'], step: 4, wellCount: 3 } as const;

describe('a hand-made workbook', () => {
  test('is read if it is valid', async () => {
    const run = await read(await handMadeWorkbook({ rows: meltRows() }));
    expect(run.curves.map(({ position, value }) => [position, value[0]])).toEqual([
      ['A1', 1000],
      ['A2', 900],
    ]);
  });

  test('is read although merges, validations and dimensions cover the whole sheet, because they are ignored', async () => {
    const sheet = `<worksheet><dimension ref="A1:XFD1048576"/><cols><col min="1" max="1e999"/></cols><sheetData>${meltRows()}</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells><dataValidations><dataValidation sqref="A1:XFD1048576"/></dataValidations></worksheet>`;
    expect((await read(await handMadeWorkbook({ sheet }))).curves).toHaveLength(2);
  });

  const damagedParts: readonly (WorkbookParts & { readonly what: string; readonly code: string })[] = [
    {
      what: 'a cell far outside',
      rows: meltRows(cell('C3', '<c r="ZZZZZ99999999"><v>1</v></c>')),
      code: 'unreadable-file',
    },
    {
      what: 'a cell of another row',
      rows: meltRows(cell('C3', '<c r="C4"><v>1</v></c>')),
      code: 'unreadable-file',
    },
    {
      what: 'a cell that comes twice',
      rows: meltRows(cell('D3', '<c r="C3"><v>1</v></c>')),
      code: 'unreadable-file',
    },
    { what: 'a row far below', rows: `${meltRows()}<row r="99999999"></row>`, code: 'unreadable-file' },
    { what: 'a row that comes twice', rows: `${meltRows()}<row r="2"></row>`, code: 'unreadable-file' },
    {
      what: 'a text that is not in the list',
      rows: meltRows(cell('C3', '<c r="C3" t="s"><v>7</v></c>')),
      code: 'unreadable-file',
    },
    {
      what: 'a formula',
      rows: meltRows(cell('C3', '<c r="C3"><f>1+1</f><v>2</v></c>')),
      code: 'unexpected-content',
    },
    {
      what: 'a number beyond numbers',
      rows: meltRows(cell('C3', '<c r="C3"><v>1e999</v></c>')),
      code: 'unexpected-content',
    },
    {
      what: 'a number in hexadecimal',
      rows: meltRows(cell('C3', '<c r="C3"><v>0x10</v></c>')),
      code: 'unexpected-content',
    },
    {
      what: 'a word for a number',
      rows: meltRows(cell('C3', '<c r="C3" t="inlineStr"><is><t>NaN</t></is></c>')),
      code: 'unexpected-content',
    },
    { what: 'an empty cell among others', rows: meltRows(cell('C3', '')), code: 'unexpected-content' },
    {
      what: 'a temperature that no cycler has',
      rows: meltRows(cell('B3', '<c r="B3"><v>500</v></c>')),
      code: 'unexpected-content',
    },
    {
      what: 'a well twice',
      rows: meltRows(cell('D1', '<c r="D1" t="inlineStr"><is><t>A1</t></is></c>')),
      code: 'unexpected-content',
    },
    {
      what: 'a heading that is no well',
      rows: meltRows(cell('D1', '<c r="D1" t="inlineStr"><is><t>Z9</t></is></c>')),
      code: 'unexpected-content',
    },
    {
      what: 'a well that the analyser’s plate has not',
      rows: meltRows(cell('D1', '<c r="D1" t="inlineStr"><is><t>P24</t></is></c>')),
      code: 'unexpected-content',
    },
    {
      what: 'a document type',
      sheet: `<!DOCTYPE x [<!ENTITY a "b">]><worksheet><sheetData>${meltRows()}</sheetData></worksheet>`,
      code: 'unreadable-file',
    },
    {
      what: 'an entity of its own',
      rows: meltRows(cell('C3', '<c r="C3"><v>&a;</v></c>')),
      code: 'unreadable-file',
    },
    { what: 'elements nested without end', sheet: '<a>'.repeat(100_000), code: 'unreadable-file' },
    {
      what: 'XML that is never closed',
      sheet: `<worksheet><sheetData>${meltRows()}`,
      code: 'unreadable-file',
    },
    {
      what: 'a comment that is never closed',
      sheet: `<worksheet><!-- <sheetData>${meltRows()}`,
      code: 'unreadable-file',
    },
    { what: '21 MB of blanks', sheet: `<worksheet>${' '.repeat(21e6)}</worksheet>`, code: 'too-large' },
    {
      what: 'a sheet named like a property of all objects',
      workbook: '<workbook xmlns:r="r"><sheets><sheet name="__proto__" r:id="rId1"/></sheets></workbook>',
      rows: meltRows(),
      code: 'unknown-channel',
    },
    {
      what: 'more than a thousand entries',
      rows: meltRows(),
      more: Array.from({ length: 1001 }, (_, index) => textFile(`x/${index}`, '')),
      code: 'too-large',
    },
  ];
  test.each(damagedParts)('with $what is refused: $code', async ({ what: _what, code, ...parts }) => {
    await expect(read(await handMadeWorkbook(parts))).rejects.toMatchObject({ name: 'ReadError', code });
  });

  // The difference of two such values is infinite, and drawing it never ended.
  test.each(['1.5e308', '-1.5e308', '1.01e100'])(
    'IMPORT-147 with %s, which no cycler measures, is refused with its place',
    async (number) => {
      const rows = meltRows(cell('C3', `<c r="C3"><v>${number}</v></c>`));
      const error = await refusal(read(await handMadeWorkbook({ rows })));
      expect(error).toMatchObject({
        code: 'unexpected-content',
        place: { sheet: 'FAM', row: 3, column: 'C' },
      });
      const largest = meltRows(cell('C3', '<c r="C3"><v>1e100</v></c>'));
      await expect(read(await handMadeWorkbook({ rows: largest }))).resolves.toBeDefined();
    },
  );

  test('names sheet, row and column of the fault, the content and the expected content', async () => {
    const rows = meltRows(cell('C3', '<c r="C3" t="inlineStr"><is><t>abc</t></is></c>'));
    const error = await refusal(read(await handMadeWorkbook({ rows })));
    expect(error.place).toEqual({
      file: 'run -  Melt Curve RFU Results.xlsx',
      sheet: 'FAM',
      row: 3,
      column: 'C',
    });
    expect(error.message).toBe(
      'run -  Melt Curve RFU Results.xlsx, sheet “FAM”, row 3, column C: the fluorescence of well A1 is not a number (found “abc”, expected a number).',
    );
  });
});

describe('an archive with a false table of contents', () => {
  const archive = async () => {
    const file = await handMadeWorkbook({ rows: meltRows() });
    return { ...file, ...zipHeaders(file.bytes) };
  };

  test('about being encrypted is refused as closed', async () => {
    const { name, bytes, central, local } = await archive();
    const patches = [
      ...central.map((offset) => ({ offset: offset + 8, size: 2 as const, value: 1 })),
      ...local.map((offset) => ({ offset: offset + 6, size: 2 as const, value: 1 })),
    ];
    expect(await refusal(read({ name, bytes: patched(bytes, patches) }))).toMatchObject({
      code: 'closed-file',
    });
  });

  test.each([0, 1, 1000, 2_000_000_000, 4_294_967_294])(
    'about an unpacked size of %d is refused',
    async (value) => {
      const { name, bytes, central } = await archive();
      const patches = [{ offset: central[3]! + 24, size: 4 as const, value }];
      const { code } = await refusal(read({ name, bytes: patched(bytes, patches) }));
      expect(['unreadable-file', 'too-large']).toContain(code);
    },
  );

  test('with overlapping entries is refused', async () => {
    const { name, bytes, central, local } = await archive();
    const patches = [{ offset: central[3]! + 42, size: 4 as const, value: local[2]! }];
    expect(await refusal(read({ name, bytes: patched(bytes, patches) }))).toMatchObject({
      code: 'unreadable-file',
    });
  });

  test('with a false name is refused, because a csv file has its dye only in its name', async () => {
    const bytes = await writeZip([textFile('x_FAM.csv', 'a\n'), textFile('y_FAM.csv', 'b\n')]);
    const { local } = zipHeaders(bytes);
    const changed = bytes.slice();
    changed[local[0]! + 30] = 'z'.charCodeAt(0);
    expect(await refusal(read({ name: 'export.zip', bytes: changed }))).toMatchObject({
      code: 'unreadable-file',
    });
  });

  test('with a path out of its folder is refused', async () => {
    const bytes = await writeZip([textFile('aa/x_FAM.csv', 'a\n')]);
    const climbing = new Uint8Array(
      Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('aa/', '../'), 'latin1'),
    );
    expect(await refusal(read({ name: 'export.zip', bytes: climbing }))).toMatchObject({
      code: 'unreadable-file',
    });
  });
});

describe('a file with a wrong extension', () => {
  test.each([
    ['an empty file', '', 'unreadable-file'],
    ['a web page', '<!DOCTYPE html><html><body><p>Sign in</p></body></html>', 'unsupported-file'],
    ['JSON', '{"a": [1, 2, 3]}\n', 'unsupported-file'],
    ['a PDF', '%PDF-1.7\n1 0 obj\n', 'unsupported-file'],
    ['a letter', 'Dear colleague,\nhere are the curves.\n', 'unsupported-file'],
    ['binary data', 'abc\0\0\0def', 'unsupported-file'],
    ['the beginning of a zip only', 'PK\u0003\u0004', 'unreadable-file'],
  ])('%s is refused', async (_what, text, code) => {
    expect(await refusal(read(textFile('run.xlsx', text)))).toMatchObject({ code });
  });

  test('that is a workbook named xml or txt is read', async () => {
    const [file] = await generateCfxXlsx(exampleRun(SMALL));
    for (const name of ['run.xml', 'Melt Curve RFU Results.txt', 'x']) {
      expect((await read({ name, bytes: file!.bytes })).curves).toHaveLength(3);
    }
  });

  test('a file that unpacks to gigabytes is refused', async () => {
    const bytes = new Uint8Array(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
    expect(await refusal(read({ name: 'run.gz', bytes }))).toMatchObject({ code: 'too-large' });
  });
});

describe('an RDML document', () => {
  const text = (): string => new TextDecoder().decode(generateRdmlXml(exampleRun(SMALL))[0]!.bytes);

  test.each([
    [
      'a document type',
      (xml: string) => xml.replace('<rdml ', '<!DOCTYPE rdml SYSTEM "file:///etc/passwd"><rdml '),
    ],
    ['laughing entities', (xml: string) => xml.replace('<rdml ', '<!DOCTYPE rdml [<!ENTITY a "ha">]><rdml ')],
    ['an entity of its own', (xml: string) => xml.replace('<tmp>40<', '<tmp>&x;<')],
    ['a reaction outside the plate', (xml: string) => xml.replace('react id="1"', 'react id="97"')],
    ['a temperature without fluorescence', (xml: string) => xml.replace(/<fluor>[^<]*<\/fluor>/, '')],
    ['a fluorescence that is no number', (xml: string) => xml.replace(/<fluor>[^<]*</, '<fluor>INF<')],
    ['a plate of another size', (xml: string) => xml.replace('<rows>8<', '<rows>6<')],
    ['a target without a dye', (xml: string) => xml.replace(/<target.*<\/target>/, '')],
    ['an encoding that nobody uses', (xml: string) => xml.replace('utf-8', 'utf-7')],
  ])('with %s is refused', async (_what, damage) => {
    const damaged = damage(text());
    expect(damaged).not.toBe(text());
    expect(await refusal(read(textFile('run.xml', damaged), RDML))).toMatchObject({ name: 'ReadError' });
  });

  test('with a byte order mark, in UTF-16 or packed, is the same run', async () => {
    const plain = await read(textFile('run.xml', text()), RDML);
    const undeclared = text().replace(/^<\?xml.*?\?>\n/, '');
    const variants = [
      Buffer.from(`\uFEFF${text()}`),
      Buffer.from(`\uFEFF${undeclared}`, 'utf16le'),
      Buffer.from(`\uFEFF${undeclared}`, 'utf16le').swap16(),
      gzipSync(text()),
    ];
    for (const bytes of variants) {
      const run = await read({ name: 'run.xml', bytes: new Uint8Array(bytes) }, RDML);
      expect(run.curves).toEqual(plain.curves);
    }
  });

  test('with counted temperatures only is refused', async () => {
    let count = 0;
    const counted = text().replaceAll(/<tmp>[^<]*</g, () => `<tmp>${(count++ % 11) + 1}<`);
    expect(await refusal(read(textFile('run.xml', counted), RDML))).toMatchObject({
      code: 'missing-information',
    });
  });
});

describe('an old workbook', () => {
  const workbook = (): SourceFile => generateCfxXls(exampleRun(SMALL))[0]!;

  test('with a cycle of sectors is refused', async () => {
    const { name, bytes } = workbook();
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const fat = (view.getUint32(76, true) + 1) * 512;
    const patches = Array.from({ length: 100 }, (_, index) => ({
      offset: fat + 4 * index,
      size: 4 as const,
      value: 1,
    }));
    expect(await refusal(read({ name, bytes: patched(bytes, patches) }))).toMatchObject({
      code: 'unreadable-file',
    });
  });

  test('with an incomplete header is refused', async () => {
    const { name, bytes } = workbook();
    expect(await refusal(read({ name, bytes: bytes.slice(0, 300) }))).toMatchObject({
      code: 'unreadable-file',
    });
  });
});

describe('an upload', () => {
  test('of more files than a run of the analyser has is refused', async () => {
    const [one] = ANALYSER_PROFILES.map((profile) => ({ ...profile, maxNumberOfFilesByRun: 3 }));
    const many = generateCfxCsv(exampleRun({ phases: ['MELT'] }));
    expect(await refusal(readRun(many, { profile: one! }))).toMatchObject({
      code: 'too-many-files',
      found: '6',
    });
  });

  test('from another analyser than the selected one is refused, naming the one that wrote it', async () => {
    const [file] = await generateCfxXlsx(exampleRun(SMALL));
    const error = await refusal(readRun([file!], { profile: profile('quantstudio') }));
    expect(error).toMatchObject({ code: 'unsupported-file' });
    expect(error.message).toContain('Bio-Rad CFX (xlsx), which QuantStudio does not write');
  });

  test('with two dyes of one channel in a well is refused', async () => {
    const workbookXml =
      '<workbook xmlns:r="r"><sheets><sheet name="Texas Red" r:id="rId1"/><sheet name="Tex 615" r:id="rId1"/></sheets></workbook>';
    const file = await handMadeWorkbook({ workbook: workbookXml, rows: meltRows() });
    const error = await refusal(read(file));
    expect(error).toMatchObject({ code: 'unexpected-content' });
    expect(error.message).toContain('two dyes');
  });
});
