import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { exampleRun, profile } from '../test/example-run.ts';
import { generateCfxXlsx } from './generate/index.ts';
import { importReportSchema, readRun, readRunIsolated } from './index.ts';

describe('a generated CFX workbook', () => {
  test.each([
    { plateType: 'RECTANGULAR_96', id: 'bio-rad-cfx96' },
    { plateType: 'RECTANGULAR_384', id: 'bio-rad-cfx384' },
  ] as const)('is read back with both channels and both phases: $plateType', async ({ plateType, id }) => {
    const made = exampleRun({ plateType });
    const run = await readRun(await generateCfxXlsx(made), { profile: profile(id) });
    expect(run.curves).toEqual(made.curves);
    expect(run.wells).toEqual(made.wells);
    expect(run).toMatchObject({
      format: 'cfx',
      plateType,
      plateId: 'PLATE-001',
      runDate: made.runDate,
      instrument: { serial: made.serial },
    });
    expect(importReportSchema.parse(run.report).curves).toHaveLength(4);
  });

  test('comes back from the reader process as it is read here', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'instruments-'));
    const [file] = await generateCfxXlsx(exampleRun());
    const path = join(folder, 'upload');
    await writeFile(path, file!.bytes);
    const options = { profile: profile('bio-rad-cfx96') };
    const run = await readRunIsolated([{ path, name: file!.name }], options);
    expect(run).toEqual(await readRun([file!], options));
    expect(run.curves[0]!.value).toBeInstanceOf(Float64Array);
  });
});
