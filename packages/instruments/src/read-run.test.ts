import { importReportSchema } from '@curvewell/domain';
import { describe, expect, test } from 'vitest';

import { exampleRun, profile } from '../test/example-run.ts';
import { generateCfxXlsx } from '../test/generate/index.ts';
import { readRun } from './index.ts';

describe('a generated CFX workbook', () => {
  test.each([
    { plateType: 'RECTANGULAR_96', id: 'bio-rad-cfx96', step: 0.5 },
    { plateType: 'RECTANGULAR_384', id: 'bio-rad-cfx384', step: 2 },
  ] as const)(
    'is read back with both channels and both phases: $plateType',
    async ({ plateType, id, step }) => {
      const made = exampleRun({ plateType, step });
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
    },
  );
});
