import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { SigningKey } from '@curvewell/domain';
import {
  generateCfxCsv,
  generateCfxSpreadsheetMl,
  generateCfxXls,
  generateCfxXlsx,
  generateCfxXml,
  generateRdml,
  syntheticRun,
  type SyntheticRun,
} from '@curvewell/instruments/generate';
import { verifyRecord } from '@curvewell/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { IS_NIGHT } from './often.ts';
import { configuration, decide, importFiles, SMALL_PLATE, submit } from './run-factory.ts';
import { unzip, zipped, type Parts } from './zip-parts.ts';

const HOURS = 3_600_000;
const SCRIPT = fileURLToPath(new URL('../../../docs/record-format/verify.py', import.meta.url));
const VECTORS = fileURLToPath(new URL('../../../docs/record-format/vectors.json', import.meta.url));
const hasPython = spawnSync('python3', ['-c', 'import cryptography']).status === 0;

type Files = ReturnType<typeof generateCfxCsv>;
const INSTRUMENTS: readonly (readonly [
  analyser: string,
  generate: (run: SyntheticRun) => Files | Promise<Files>,
])[] = [
  ['Bio-Rad CFX96', generateCfxXlsx],
  ['Bio-Rad CFX96', generateCfxXls],
  ['Bio-Rad CFX96', generateCfxXml],
  ['Bio-Rad CFX96', generateCfxSpreadsheetMl],
  ['Bio-Rad CFX96', (run) => generateCfxCsv(run, 'german')],
  ['RDML / RDES', generateRdml],
];
const SEEDS = [1, 2, 3, 4, 5];

let test: TestApp;
let folder: string;
beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'curvewell-agreement-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await test.close();
});

const skipReason = `skipped without python3 and its package cryptography`;

it('TRUST-577 verify.py has fewer than 250 lines, so that it can be reviewed', async () => {
  expect((await readFile(SCRIPT, 'utf8')).trimEnd().split('\n').length).toBeLessThan(250);
});

it.skipIf(!hasPython)(`TRUST-420 verify.py passes all test vectors (${skipReason})`, async () => {
  const { stdout } = await promisify(execFile)('python3', [SCRIPT, '--vectors', VECTORS, '--json']);
  const findings = JSON.parse(stdout) as { state: string }[];
  expect(findings.length).toBeGreaterThan(30);
  expect(findings.filter(({ state }) => state !== 'holds')).toEqual([]);
});

it.skipIf(!hasPython || !IS_NIGHT)(
  `TRUST-422 verify.py and curvewell-verify agree on records of several instruments, intact and damaged (NIGHT=1, ${skipReason})`,
  { timeout: HOURS },
  async () => {
    let [whole, damaged] = [0, 0];
    for (const [analyser, generate] of INSTRUMENTS)
      for (const seed of SEEDS) {
        const record = await recordOf(analyser, await generate(plate(seed)));
        const parts = await unzip(record);
        const key =
          (JSON.parse(parts.get('keys.json')?.toString() ?? '[]') as SigningKey[])[0]?.publicKey ?? '';
        expect(await verdicts(record, key), `${analyser}, seed ${seed}`).toEqual(['holds', 'holds']);
        expect(await verdicts(record, null)).toEqual(['unsure', 'unsure']);
        whole += 1;
        for (const damage of DAMAGES) {
          const changed = new Map(parts);
          damage(changed, seed);
          expect(await verdicts(await zipped(changed), key), `${damage.name}, seed ${seed}`).toEqual([
            'fails',
            'fails',
          ]);
          damaged += 1;
        }
      }
    expect([whole, damaged]).toEqual([30, 120]);
  },
);

function plate(seed: number): SyntheticRun {
  return syntheticRun({
    wells: SMALL_PLATE,
    channels: ['FAM'],
    plateType: 'RECTANGULAR_96',
    seed,
    noise: 3,
    phases: ['MELT', 'ANNEAL'],
    temperature: { from: 45, to: 72, step: 0.2 },
  });
}

async function recordOf(analyser: string, files: Files): Promise<Buffer> {
  const answer = await importFiles(test, { analyser, files });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  const run = answer.json<Parameters<typeof configuration>[1]>();
  const saved = await test.call('tech', 'PUT', `/run/${run.id}`, await configuration(test.db, run));
  expect(saved.statusCode, saved.body.slice(0, 300)).toBe(200);
  await test.call('tech', 'POST', `/run/${run.id}/interpret`);
  await submit(test, run.id);
  await decide(test, run.id);
  const record = await test.call('physician', 'POST', `/run/export/${run.id}/record`);
  expect(record.statusCode, record.body.slice(0, 300)).toBe(200);
  return record.rawPayload;
}

/** The output of both programs; without a key they end with `unsure`. */
async function verdicts(record: Buffer, key: string | null): Promise<string[]> {
  const file = path.join(folder, 'run.record.zip');
  await writeFile(file, record);
  const states = (await verifyRecord(record, key)).map(({ state }) => state);
  const ours = states.includes('fails') ? 'fails' : states.includes('unsure') ? 'unsure' : 'holds';
  const { status } = spawnSync('python3', [SCRIPT, file, ...(key === null ? [] : ['--key', key])]);
  return [ours, { 0: 'holds', 1: 'fails', 3: 'unsure' }[status ?? 2] ?? `ended with ${status}`];
}

/** Each takes the seed, so that no two records are damaged at the same place. */
const DAMAGES: readonly ((parts: Parts, seed: number) => unknown)[] = [
  function changeRecord(parts, seed) {
    flip(parts, 'record.json', 1_000 * seed);
  },
  function changeOriginal(parts, seed) {
    flip(parts, [...parts.keys()].find((name) => name.startsWith('original-1-')) ?? '', 300 * seed);
  },
  function removeEntry(parts) {
    const audit = JSON.parse(parts.get('audit.json')?.toString() ?? '') as { links: unknown[] };
    audit.links.splice(1, 1);
    parts.set('audit.json', Buffer.from(JSON.stringify(audit)));
  },
  function anotherSigner(parts, seed) {
    const text =
      parts.get('signature.json')?.toString().replace('Ingrid Lindqvist', `Somebody ${seed}`) ?? '';
    parts.set('signature.json', Buffer.from(text));
  },
];

function flip(parts: Parts, name: string, at: number): void {
  const bytes = Buffer.from(parts.get(name) ?? '');
  bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ 1;
  parts.set(name, bytes);
}
