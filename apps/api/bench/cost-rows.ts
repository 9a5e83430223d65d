import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { ALL_CALLS } from '@curvewell/contracts';
import { z } from 'zod';

import { print } from './table.ts';

const matrixSchema = z.object({ calls: z.array(z.looseObject({ call: z.string() })) });
const TARGET = fileURLToPath(new URL('../../../docs/measurements/cost-matrix.json', import.meta.url));

/** The measured cost of one input, and the amount charged for it. */
export interface Measured {
  readonly input: string;
  readonly status: number;
  /** Processor time of the product's process with its threads and of its reader process, for each request. */
  readonly processorMs: number;
  /** The longest delay of the event loop. */
  readonly delayMs: number;
  /** The amount charged to the account. */
  readonly chargedMs: number;
}

/** A call with its most expensive inputs; null: none was accepted, or none was refused. */
export interface Row {
  readonly call: string;
  readonly accepted: Measured | null;
  readonly refused: Measured | null;
}

/** Whether less was charged than was used. */
export function isUndercharged(one: Measured | null): boolean {
  return one !== null && one.processorMs > one.chargedMs;
}

export function printRow(
  call: string,
  { input, status, processorMs, delayMs, chargedMs }: Measured,
  bareMs: number,
): void {
  const times = (processorMs / bareMs).toFixed(1);
  print(
    `| ${call} | ${input} | ${status} | ${processorMs.toFixed(1)} | ${times} | ${delayMs.toFixed(0)} | ${chargedMs.toFixed(1)} |`,
  );
}

/** Writes the matrix. */
export async function keep(rows: readonly Row[], bareMs: number): Promise<void> {
  const { version } = JSON.parse(
    await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const round = (value: number) => Number(value.toFixed(1));
  const kept = (one: Measured | null) =>
    one && {
      input: one.input,
      status: one.status,
      processorMs: round(one.processorMs),
      timesBare: round(one.processorMs / bareMs),
      delayMs: round(one.delayMs),
      chargedMs: round(one.chargedMs),
    };
  const former = matrixSchema.parse(JSON.parse(await readFile(TARGET, 'utf8')));
  const known = new Map<string, unknown>(former.calls.map((row) => [row.call, row]));
  for (const { call, accepted, refused } of rows)
    known.set(call, { call, accepted: kept(accepted), refused: kept(refused) });
  const lines = ALL_CALLS.flatMap(({ name }) => (known.has(name) ? [JSON.stringify(known.get(name))] : []));
  const head = {
    command: 'pnpm bench:cost',
    version,
    date: new Date().toISOString().slice(0, 10),
    bareMs: Number(bareMs.toFixed(2)),
  };
  await writeFile(TARGET, `${JSON.stringify(head).slice(0, -1)},"calls":[\n${lines.join(',\n')}\n]}\n`);
}
