import { describe, expect, test } from 'vitest';

import { exampleRun } from '../../test/example-run.ts';
import { edited, readAs, refusalOf } from '../../test/variants.ts';
import { generateRdmlXml } from '../../test/generate/index.ts';

/** A run of wells in the first row, with another format of the plate. */
function sized(rows: number, columns: number, wellCount = 12) {
  const made = exampleRun({ channels: ['FAM'], phases: ['MELT'], step: 4, wellCount });
  const [file] = generateRdmlXml(made);
  return edited(file!, (text) =>
    text.replace(
      /<rows>\d+<\/rows>\s*<columns>\d+<\/columns>/,
      `<rows>${rows}</rows><columns>${columns}</columns>`,
    ),
  );
}

describe('IMPORT-134 RDML of smaller plates and rotors', () => {
  test('48 wells keep their names on a 96-well plate', async () => {
    const run = await readAs('rdml', [sized(6, 8)]);
    expect(run.plateType).toBe('RECTANGULAR_96');
    expect(run.wells.map(({ position }) => position).slice(6, 10)).toEqual(['A7', 'A8', 'B1', 'B2']);
    expect(run.report.notes.join(' ')).toContain('48 wells, A1 to F8');
  });

  test('the tubes of a rotor are wells in order', async () => {
    const run = await readAs('bms-mic', [sized(48, 1, 13)]);
    expect(run.wells.map(({ position }) => position).slice(-2)).toEqual(['A12', 'B1']);
    expect(run.report.notes.join(' ')).toContain('The 48 tubes of the rotor');
  });

  test.each([
    [72, 72],
    [100, 1],
    [32, 48],
    [1, 12],
    [5, 8],
  ])('%i × %i is refused', async (rows, columns) => {
    const refusal = await refusalOf(readAs('rdml', [sized(rows, columns)]));
    expect(refusal).toMatchObject({ code: 'unexpected-content', found: `${rows} × ${columns}` });
  });

  test('a reaction that the plate does not have is refused', async () => {
    const refusal = await refusalOf(readAs('rdml', [sized(11, 1)]));
    expect(refusal).toMatchObject({ code: 'unexpected-content', found: '12' });
  });
});
