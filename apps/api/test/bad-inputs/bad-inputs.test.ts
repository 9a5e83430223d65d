import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { createTestApp, type TestApp } from '../create-test-app.ts';
import { keptMeasurement } from '../kept-measurement.ts';
import { often } from '../often.ts';
import { surfacesOf, type Surface } from './surfaces.ts';

/**
 * Tries malformed input at every entry point: a few by day, a million at night (`pnpm test:night`), or
 * `CASES=100000` of each. Each night uses new numbers; FIRST sets the first. Inputs that were once handled
 * wrongly are stored in `cases/` and tried each time. KEEP=1 stores the summary in parts, and skips parts
 * that are done at this commit.
 */
const CASES = new URL('cases/', import.meta.url);
const caseSchema = z.object({ surface: z.string(), base64: z.string(), why: z.string() });
const DAY_MS = 24 * 3600 * 1000;
const ofToday = () => Math.floor(Date.now() / DAY_MS) * 1_000_000;
const FIRST = Number(process.env['FIRST'] ?? often({ byDay: 0, byNight: ofToday() }));

/** Number of inputs in one part of the stored summary. */
const PART = 50_000;
const MAX_WRONG = 3;
const kept = keptMeasurement({
  name: 'bad-inputs',
  what: 'damaged documents, tokens, forms and answers of FTP and SFTP servers',
  command: 'cd apps/api && KEEP=1 NIGHT=1 FIRST=… npx vitest run test/bad-inputs',
});

let test: TestApp;
let surfaces: readonly Surface[];
beforeAll(async () => {
  test = await createTestApp();
  surfaces = await surfacesOf(test);
});
afterAll(() => test.close());

const NAMES = ['kit document', 'lot document', 'token', 'multipart form', 'file server', 'sftp server'];
const surfaceNamed = (name: string): Surface => {
  const surface = surfaces.find((one) => one.name === name);
  if (surface === undefined) throw new Error(`no surface ${name}`);
  return surface;
};

async function verdictOn(surface: Surface, input: Buffer): Promise<string | null> {
  try {
    return await surface.judge(input);
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/** Tries an input, and stores it if it is handled wrongly. @returns the fault */
async function wrongOf(surface: Surface, number: number): Promise<string | null> {
  const input = surface.make(number);
  const why = await verdictOn(surface, input);
  if (why === null) return null;
  const found = { surface: surface.name, why, base64: input.toString('base64') };
  const file = new URL(`${surface.name.replaceAll(' ', '-')}-${number}.json`, CASES);
  writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  return `case ${number}: ${why}`;
}

/** Tries a range of inputs, until three are handled wrongly. */
async function wrongFrom(surface: Surface, first: number, count: number) {
  const wrong: string[] = [];
  let tried = 0;
  for (; tried < count && wrong.length < MAX_WRONG; tried += surface.atOnce ?? 1) {
    const numbers = Array.from({ length: surface.atOnce ?? 1 }, (_, place) => first + tried + place);
    const found = await Promise.all(numbers.map((number) => wrongOf(surface, number)));
    wrong.push(...found.filter((one) => one !== null));
  }
  return { wrong, tried };
}

it.each(NAMES)(
  'OPS-194 a damaged %s is refused in words, or accepted with its content',
  async (name) => {
    const surface = surfaceNamed(name);
    const count = Number(process.env['CASES'] ?? often(surface));
    for (let made = 0; made < count; made += PART) {
      const [first, size] = [FIRST + made, Math.min(PART, count - made)];
      const part = `${name}, ${size} from ${first}`;
      if (kept.has(part)) continue;
      const begun = performance.now();
      const { wrong, tried } = await wrongFrom(surface, first, size);
      const failures = wrong.length === 0 ? {} : { [name]: wrong.length };
      kept.add({ part, count: tried, failures, seconds: (performance.now() - begun) / 1000 });
      expect(wrong).toEqual([]);
    }
  },
  4 * 3_600_000,
);

it('OPS-195 inputs that were once handled wrongly are handled correctly', async () => {
  const files = readdirSync(CASES).filter((name) => name.endsWith('.json'));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const { surface, base64, why } = caseSchema.parse(JSON.parse(readFileSync(new URL(file, CASES), 'utf8')));
    expect(
      await verdictOn(surfaceNamed(surface), Buffer.from(base64, 'base64')),
      `${file}: ${why}`,
    ).toBeNull();
  }
});
