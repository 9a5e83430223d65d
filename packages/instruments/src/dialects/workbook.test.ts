import { expect, test } from 'vitest';

import { textFile } from '../../test/hostile-zip.ts';
import { readAs } from '../../test/variants.ts';
import { writeZip } from '../../test/generate/index.ts';

const COLUMNS = 'BCD';
const VALUES = Array.from({ length: 12 }, (_, index) => [60 + index, 1000.5 - index, 900 - index]);

interface Writer {
  readonly what: string;
  /** Namespace prefix of element names. */
  readonly prefix?: string;
  readonly target?: string;
  readonly relation?: string;
  readonly strings?: readonly string[];
  readonly heading: (text: string, index: number, reference: string) => string;
  readonly number?: (value: number, reference: string) => string;
}

const plainNumber = (value: number, reference: string) => `<c r="${reference}"><v>${value}</v></c>`;
const HEADINGS = ['Temperature', 'A1', 'A2'];
const shared = (_: string, index: number, reference: string) =>
  `<c r="${reference}" t="s"><v>${index}</v></c>`;

/** Variants of workbooks as different programs write them. */
const WRITERS: readonly Writer[] = [
  {
    what: 'shared strings, styles and spans',
    strings: HEADINGS.map((text) => `<si><t>${text}</t></si>`),
    heading: shared,
    number: (value, reference) => `<c r="${reference}" s="12"><v>${value}</v></c>`,
  },
  {
    what: 'texts in their cells',
    heading: (text, _, reference) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`,
  },
  {
    what: 'texts of several fonts, with reading aids',
    strings: HEADINGS.map(
      (text) =>
        `<si><r><rPr><b/></rPr><t xml:space="preserve">${text.slice(0, 1)}</t></r><r><t>${text.slice(1)}</t></r><rPh sb="0" eb="1"><t>aid</t></rPh></si>`,
    ),
    heading: shared,
  },
  {
    what: 'a prefix before every element, as the Open XML SDK writes',
    prefix: 'x:',
    heading: (text, _, reference) => `<c r="${reference}" t="str"><v>${text}</v></c>`,
  },
  {
    what: 'absolute addresses of its parts',
    target: '/xl/worksheets/sheet1.xml',
    heading: (text, _, reference) => `<c r="${reference}" t="str"><v>${text}</v></c>`,
  },
  {
    what: 'strict Open XML',
    relation: 'http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet',
    heading: (text, _, reference) => `<c r="${reference}" t="str"><v>${text}</v></c>`,
  },
  {
    what: 'numbers as texts, in scientific notation',
    heading: (text, _, reference) => `<c r="${reference}" t="str"><v>${text}</v></c>`,
    number: (value, reference) => `<c r="${reference}" t="str"><v>${value.toExponential()}</v></c>`,
  },
  {
    what: 'the type before the reference, indented',
    heading: (text, _, reference) => `\n   <c t="str"  r='${reference}' >\n<v>${text}</v></c>`,
    number: (value, reference) => `\n  <c r="${reference}" >\n<v>${value}</v>\n</c>`,
  },
];

function sheetXml({ heading, number = plainNumber, prefix = '' }: Writer): string {
  const header = HEADINGS.map((text, index) => heading(text, index, `${COLUMNS.charAt(index)}1`)).join('');
  const rows = VALUES.map(
    (row, index) =>
      `<row r="${index + 2}" spans="1:4">${row.map((value, column) => number(value, `${COLUMNS.charAt(column)}${index + 2}`)).join('')}</row>`,
  );
  const text = `<worksheet xmlns${prefix === '' ? '' : ':x'}="m"><dimension ref="A1"/><sheetData><row r="1"><c r="A1" s="1"/>${header}</row>${rows.join('')}</sheetData></worksheet>`;
  return text.replaceAll(/<(\/?)(?=\w)/g, `<$1${prefix}`);
}

async function workbookBytes(writer: Writer): Promise<Uint8Array> {
  const {
    target = 'worksheets/sheet1.xml',
    relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet',
    strings,
  } = writer;
  return writeZip([
    textFile(
      'xl/workbook.xml',
      '<?xml version="1.0"?><workbook xmlns:d="r"><sheets><sheet name="FAM" sheetId="1" d:id="rId7"/></sheets></workbook>',
    ),
    textFile(
      'xl/_rels/workbook.xml.rels',
      `<Relationships><Relationship Id="rId7" Type="${relation}" Target="${target}"/><Relationship Id="rId8" Type="t/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
    textFile('xl/worksheets/sheet1.xml', sheetXml(writer)),
    ...(strings === undefined ? [] : [textFile('xl/sharedStrings.xml', `<sst>${strings.join('')}</sst>`)]),
  ]);
}

test.each(WRITERS)('a workbook with $what is read', async (writer) => {
  const run = await readAs('bio-rad-cfx96', [
    { name: 'run -  Melt Curve RFU Results.xlsx', bytes: await workbookBytes(writer) },
  ]);
  expect(
    run.curves.map(({ position, temperature, value }) => [position, [...temperature], [...value]]),
  ).toEqual([
    ['A1', VALUES.map(([now]) => now), VALUES.map(([, value]) => value)],
    ['A2', VALUES.map(([now]) => now), VALUES.map(([, , value]) => value)],
  ]);
});
