#!/usr/bin/env node
import { writeFile } from 'node:fs/promises';

import { ReadError } from '@curvewell/instruments';

import { runAnalyse } from './analyse-run.ts';
import { explainOutput } from './explain.ts';
import { kitRead } from './kit-read.ts';
import { type Options, optionsParse, USAGE, UsageError } from './options.ts';
import { csvOutput, jsonOutput, tableOutput } from './output.ts';
import { InputError, plateRead, runRead } from './read-input.ts';
import { svgPlot } from './svg-plot.ts';

/** Exit statuses: scripts depend on them. */
const STATUS = { done: 0, unreadable: 1, usage: 2 } as const;

const OUTPUT = { table: tableOutput, json: jsonOutput, csv: csvOutput } as const;

/** Progress for whoever watches; nothing for a pipe. */
function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${line}\n`);
}

async function analyse(options: Options): Promise<void> {
  progress(`reading ${options.files.join(', ')}`);
  const { run, file, sha256 } = await runRead(options.files);
  const settings = {
    kit: options.kit === null ? null : await kitRead(options.kit, options),
    plate: options.plate === null ? new Map() : await plateRead(options.plate),
    minThreshold: options.minThreshold,
    inversed: options.inversed,
    algorithm: options.algorithm,
  };
  progress(`analysing ${run.curves.length} curves`);
  const wells = runAnalyse(run, settings);
  const chosen = wells.filter(
    ({ position, channel }) =>
      (options.explain === null || position === options.explain) &&
      (options.channel === null || channel === options.channel),
  );
  if (chosen.length === 0)
    throw new InputError(`${file}: there is no curve of ${options.explain ?? 'a configured channel'}`);
  if (options.svg !== null) await writeFile(options.svg, svgPlot(chosen, file));
  const isExplained = options.explain !== null && options.format === 'table';
  process.stdout.write(
    isExplained
      ? chosen.map(explainOutput).join('\n')
      : OUTPUT[options.format]({ algorithmVersion: options.algorithm, file, sha256, wells: chosen }),
  );
}

async function main(words: readonly string[]): Promise<number> {
  try {
    await analyse(optionsParse(words));
    return STATUS.done;
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${USAGE}`);
      return STATUS.usage;
    }
    if (error instanceof ReadError || error instanceof InputError) {
      process.stderr.write(`${error.message}\n`);
      return STATUS.unreadable;
    }
    throw error;
  }
}

// A reader that has seen enough (`| head`) closes the pipe.
process.stdout.on('error', () => process.exit());
process.exitCode = await main(process.argv.slice(2));
