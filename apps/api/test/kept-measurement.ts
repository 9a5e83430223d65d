import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

const FOLDER = fileURLToPath(new URL('../../../docs/measurements/', import.meta.url));

const failuresSchema = z.record(z.string(), z.int());
const partSchema = z.object({
  part: z.string(),
  count: z.int(),
  failures: failuresSchema,
  seconds: z.number(),
  /** Further figures by name with unit. */
  figures: z.record(z.string(), z.number()).optional(),
  ended: z.iso.datetime(),
});
const summarySchema = z.object({
  what: z.string(),
  command: z.string(),
  /** With a plus sign when the working tree differs from it. */
  commit: z.string(),
  node: z.string(),
  processors: z.int(),
  count: z.int(),
  failures: failuresSchema,
  seconds: z.number(),
  parts: z.array(partSchema),
});
type Summary = z.infer<typeof summarySchema>;

export interface Campaign {
  /** The name of its file in docs/measurements. */
  readonly name: string;
  readonly what: string;
  readonly command: string;
  /** Replaces docs/measurements, for tests. */
  readonly folder?: string;
  /** Whether summaries are stored; default: KEEP=1. */
  readonly keeps?: boolean;
}

interface Part {
  /** Identifies the work, which is not repeated at one commit. */
  readonly part: string;
  readonly count: number;
  /** Number of failures of each kind; empty: none. */
  readonly failures: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly figures?: Readonly<Record<string, number>>;
}

export interface KeptMeasurement {
  /** Whether this part is done at this commit. */
  readonly has: (part: string) => boolean;
  readonly add: (part: Part) => void;
}

/**
 * Stores the summary of a long campaign in docs/measurements (KEEP=1), part by part. Parts of one commit add
 * up, so that a campaign may be divided or resumed; another commit starts again.
 */
export function keptMeasurement(campaign: Campaign): KeptMeasurement {
  const { name, what, command, folder = FOLDER, keeps = process.env['KEEP'] === '1' } = campaign;
  if (!keeps) return { has: () => false, add: () => undefined };
  const file = `${folder}/${name}.json`;
  const commit = currentCommit();
  const partsNow = () => {
    const kept = readSummary(file);
    return kept?.commit === commit ? kept.parts : [];
  };
  return {
    has: (part) => partsNow().some((one) => one.part === part),
    add: (part) => {
      const ended = new Date().toISOString();
      const others = partsNow().filter((one) => one.part !== part.part);
      const parts = [...others, { ...part, seconds: Math.round(part.seconds), ended }];
      const machine = { node: process.version, processors: availableParallelism() };
      const summary: Summary = { what, command, commit, ...machine, ...totalOf(parts), parts };
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${file}.new`, `${JSON.stringify(summary, null, 2)}\n`);
      renameSync(`${file}.new`, file);
    },
  };
}

function totalOf(parts: Summary['parts']): Pick<Summary, 'count' | 'failures' | 'seconds'> {
  const failures: Record<string, number> = {};
  let [count, seconds] = [0, 0];
  for (const part of parts) {
    count += part.count;
    seconds += part.seconds;
    for (const [kind, times] of Object.entries(part.failures)) failures[kind] = (failures[kind] ?? 0) + times;
  }
  return { count, failures, seconds };
}

function readSummary(file: string): Summary | null {
  try {
    return summarySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function currentCommit(): string {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: import.meta.dirname, encoding: 'utf8' });
  const changed = git('status', '--porcelain', '--', ':/', ':(top,exclude)docs/measurements').trim();
  return `${git('rev-parse', 'HEAD').trim()}${changed === '' ? '' : '+'}`;
}
