import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { DEFAULT_REPLICATES } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';

const HERE = fileURLToPath(new URL('fhir-validator', import.meta.url));
/** HAPI FHIR with HL7's definitions of R4, from Maven Central: 144 MB. */
const LIBRARIES = fileURLToPath(new URL('../node_modules/.cache/fhir-validator', import.meta.url));
const MINUTES = 60_000;
const isRequested = process.env['FHIR_VALIDATOR'] !== undefined;

/** An interpreted run of a kit with replicates and channel rules: a combined result, and an incomplete one. */
async function combinedRun(test: TestApp): Promise<string> {
  await test.db.kitVersion.updateMany({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
    data: {
      replicates: DEFAULT_REPLICATES,
      channelRules: [
        {
          conditions: [{ channel: 'FAM', diagnostic: 'HOMOZYGOUS_MUTATED' }],
          result: { name: 'Persistent', meaning: 'positive', lisCode: 'LP+', snomedCt: '260415000' },
        },
      ],
    },
  });
  const melts = [
    { channel: 'FAM' as const, tm: 60.8, amplitude: 1000, width: 0.75 },
    { channel: 'TEXAS_RED' as const, tm: 58.8, amplitude: 1000, width: 0.75 },
  ];
  const { id } = await interpretedRun(test, {
    seed: 710,
    channels: ['FAM', 'TEXAS_RED'],
    wells: [
      { position: 'A1', name: 'S-1', sampleType: null, melts },
      { position: 'A2', name: 'S-1', sampleType: null, melts },
      {
        position: 'A3',
        name: 'S-2',
        sampleType: null,
        melts: melts.slice(1).map((one) => ({ ...one, tm: 70.5 })),
      },
      { position: 'A4', name: 'NTC', sampleType: null, melts: [] },
    ],
  });
  return id;
}

describe.skipIf(!isRequested)('results as FHIR, validated (skipped without FHIR_VALIDATOR=1)', () => {
  let test: TestApp;
  let folder: string;
  beforeAll(async () => {
    test = await createTestApp();
    folder = await mkdtemp(path.join(tmpdir(), 'curvewell-fhir-'));
    if (!existsSync(LIBRARIES))
      execFileSync(
        'mvn',
        [
          '--quiet',
          '--file',
          path.join(HERE, 'pom.xml'),
          `-DoutputDirectory=${LIBRARIES}`,
          'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies',
        ],
        { timeout: 5 * MINUTES },
      );
  }, 6 * MINUTES);
  afterAll(async () => {
    await test.close();
    await rm(folder, { recursive: true });
  });

  const exported = async (id: string, name: string): Promise<string> => {
    const answer = await test.call('physician', 'POST', `/run/export/${id}/results`, { format: 'FHIR' });
    const file = path.join(folder, `${name}.json`);
    await writeFile(file, answer.rawPayload);
    return file;
  };

  it(
    'RESULT-01 EXPORT-156 of an interpreted, an approved and a rejected run and of one with replicates and channel rules are valid R4',
    async () => {
      const files: string[] = [];
      for (const [index, state] of ['interpreted', 'APPROVED', 'REJECTED'].entries()) {
        const { id } = await interpretedRun(test, { seed: 700 + index });
        if (state !== 'interpreted') {
          await submit(test, id);
          expect((await decide(test, id, { status: state })).statusCode).toBe(200);
        }
        files.push(await exported(id, state));
      }
      files.push(await exported(await combinedRun(test), 'combined'));
      const { status, stdout, stderr } = spawnSync(
        'java',
        ['-cp', path.join(LIBRARIES, '*'), path.join(HERE, 'Validate.java'), ...files],
        { encoding: 'utf8', maxBuffer: 2 ** 26 },
      );
      const lines = stdout.split('\n');
      expect(lines.filter((line) => /^(ERROR|FATAL)/.test(line))).toEqual([]);
      expect(status, stderr).toBe(0);
      // Known warnings show that it validated: no subject, no narrative, text instead of a code.
      expect(lines.filter((line) => line.startsWith('WARNING')).length).toBeGreaterThan(0);
    },
    5 * MINUTES,
  );
});
