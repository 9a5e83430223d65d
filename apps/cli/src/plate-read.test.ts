import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ALGORITHM_VERSION } from '@curvewell/analysis';
import { GENOTYPING, syntheticCurve } from '@curvewell/analysis/test/synthetic';
import type { RunFile } from '@curvewell/instruments';
import { afterAll, expect, it } from 'vitest';

import { runAnalyse } from './analyse-run.ts';
import { plateRead } from './read-input.ts';

const folder = mkdtempSync(join(tmpdir(), 'plate-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The flag codes of a run with one product in A1 and another in A2. */
async function flagsBy(table: string): Promise<readonly (readonly string[])[]> {
  const path = join(folder, 'plate.csv');
  writeFileSync(path, table);
  const curves = [60, 68].map((tm, i) => {
    const { temperature, fluorescence: value } = syntheticCurve({ products: [[tm, 1000]] });
    const read = { channel: 'FAM', dye: 'FAM', phase: 'MELT', quantity: 'fluorescence' } as const;
    return { ...read, position: `A${i + 1}`, temperature, value };
  });
  const run = { curves, wells: [], amplification: [] } as unknown as RunFile;
  const settings = { kit: [GENOTYPING], minThreshold: null, inversed: false, algorithm: ALGORITHM_VERSION };
  return runAnalyse(run, { ...settings, plate: await plateRead(path) }).map(({ explanation }) =>
    explanation.flags.map(({ code }) => code),
  );
}

it('IMPORT-63 the fourth column of the plate table names replicates, which are compared', async () => {
  const differ = await flagsBy('position,sampleType,expectedDiagnostic,name\nA1,DNA,,S-1\nA2,DNA,,S-1\n');
  for (const codes of differ) expect(codes).toContain('replicates-differ');
  const others = await flagsBy('position,sampleType,expectedDiagnostic,name\nA1,DNA,,S-1\nA2,DNA,,S-2\n');
  for (const codes of others) expect(codes).not.toContain('replicates-differ');
});
