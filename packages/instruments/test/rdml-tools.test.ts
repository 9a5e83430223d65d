import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { platePositions } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { writeRdml } from '../src/index.ts';
import { exampleRun } from './example-run.ts';

/** The cache of rdmlpython, which takes 300 MB with its dependencies. */
const ENVIRONMENT = fileURLToPath(new URL('../node_modules/.cache/rdml-tools', import.meta.url));
const SCRIPT = fileURLToPath(new URL('rdml-tools.py', import.meta.url));
const MINUTES = 60_000;

/** The output of `rdml-tools.py`. */
interface Found {
  readonly dyes: Readonly<Record<string, string>>;
  /** By run and number of the well; readings are texts. */
  readonly runs: Readonly<
    Record<
      string,
      Record<string, { sample: string; data: Record<string, [degrees: string, read: string][]> }>
    >
  >;
}

function python(): string {
  const inside = path.join(ENVIRONMENT, 'bin', 'python');
  if (existsSync(path.join(ENVIRONMENT, 'ready'))) return inside;
  execFileSync('python3', ['-m', 'venv', ENVIRONMENT]);
  execFileSync(inside, ['-m', 'pip', 'install', '--quiet', 'rdmlpython==1.7.2'], { timeout: 5 * MINUTES });
  writeFileSync(path.join(ENVIRONMENT, 'ready'), '');
  return inside;
}

test.skipIf(process.env['RDML_TOOLS'] === undefined)(
  'RESULT-08 rdmlpython accepts the RDML of a run, and finds every reading (skipped without RDML_TOOLS=1)',
  { timeout: 10 * MINUTES },
  async () => {
    const { plateType, wells, curves } = exampleRun();
    const bytes = await writeRdml({
      name: 'LCT & 07',
      plateType,
      instrument: 'Bio-Rad CFX',
      runDate: '2026-11-20T08:12:00Z',
      software: { name: 'Curvewell', version: '1.0.0' },
      wells: wells.map((well) => ({ ...well, orderId: `A-${well.position}` })),
      curves,
    });
    const folder = mkdtempSync(path.join(tmpdir(), 'curvewell-rdml-'));
    const file = path.join(folder, 'run.rdml');
    writeFileSync(file, bytes);
    const printed = execFileSync(python(), [SCRIPT, file], { encoding: 'utf8', maxBuffer: 2 ** 28 });
    rmSync(folder, { recursive: true });

    const found = JSON.parse(printed) as Found;
    expect(found).toMatchObject({ isValid: true, version: '1.2', experiment: 'LCT & 07' });
    expect(found.dyes).toEqual({ FAM: 'FAM', 'Texas Red': 'Texas Red' });
    const positions = platePositions(plateType);
    const names = new Map(wells.map(({ position, name }) => [position, name]));
    for (const { position, channel, phase, temperature, value } of curves) {
      const react = found.runs[phase]?.[String(positions.indexOf(position) + 1)];
      const points = react?.data[channel === 'FAM' ? 'FAM' : 'Texas Red'] ?? [];
      expect(react?.sample).toBe(names.get(position));
      expect(points.map(([degrees]) => Number(degrees))).toEqual([...temperature]);
      expect(points.map(([, read]) => Number(read))).toEqual([...value]);
    }
  },
);
