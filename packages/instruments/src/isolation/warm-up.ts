import { platePositions } from '@curvewell/domain/reading';

import { columnLetters } from '../container/workbook.ts';
import { writeZip } from '../container/zip-writer.ts';
import { ANALYSER_PROFILES } from '../profiles/analyser-profiles.ts';
import { readRun } from '../read-run.ts';
import type { RunFile } from '../run-file.ts';

const READINGS = 60;
const SHEET = 'xl/worksheets/sheet1.xml';

/**
 * Reads a synthetic workbook, so that the code is compiled and optimised: a large workbook takes half the
 * time in a process that has read a small one.
 */
export async function warmUp(): Promise<RunFile> {
  const [profile] = ANALYSER_PROFILES;
  if (profile === undefined) throw new Error('there is no analyser');
  const bytes = await writeZip([
    part('xl/workbook.xml', '<workbook><sheets><sheet name="FAM" r:id="1"/></sheets></workbook>'),
    part(
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="1" Type="/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    part(SHEET, `<worksheet><sheetData>${sheetRows().join('')}</sheetData></worksheet>`),
  ]);
  return readRun([{ name: 'warm-up', bytes }], { profile });
}

function part(name: string, text: string) {
  return { name, bytes: new TextEncoder().encode(text) };
}

function sheetRows(): string[] {
  const wells = platePositions('RECTANGULAR_96');
  const readings = Array.from({ length: READINGS }, (_, index) => [
    30 + index,
    ...wells.map((_well, column) => 1000 - (index * column) / 7),
  ]);
  return [['Temperature', ...wells], ...readings].map((cells, index) => {
    const row = index + 1;
    const written = cells.map((value, column) => {
      const type = typeof value === 'string' ? ' t="str"' : '';
      return `<c r="${columnLetters(column + 1)}${row}"${type}><v>${value}</v></c>`;
    });
    return `<row r="${row}">${written.join('')}</row>`;
  });
}
