#!/usr/bin/env node
import { writeFile } from 'node:fs/promises';

import { ANALYSER_PROFILES, ReadError } from '@curvewell/instruments';

import { type AnalysedWell, runAnalyse } from './analyse-run.ts';
import { compensationRead, compensationRemarks } from './compensation.ts';
import { explainOutput } from './explain.ts';
import { kitRead, kitRemarks } from './kit-read.ts';
import { kitTemplate } from './kit-template.ts';
import { type Options, optionsParse, USAGE, UsageError } from './options.ts';
import { csvOutput, jsonOutput, tableOutput } from './output.ts';
import { InputError, plateRead, runRead } from './read-input.ts';
import { hintOf, remarksOf } from './messages.ts';
import { svgPlot } from './svg-plot.ts';

/** Exit codes, which scripts rely on. */
const STATUS = { done: 0, unreadable: 1, usage: 2 } as const;

const OUTPUT = { table: tableOutput, json: jsonOutput, csv: csvOutput } as const;

/** Prints progress on a terminal; nothing in a pipe. */
function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${line}\n`);
}

async function analyse(options: Options): Promise<void> {
  progress(`reading ${options.files.join(', ')}`);
  const { run, analyser, file, sha256 } = await runRead(options.files, options.answers);
  const settings = {
    kit: options.kit === null ? null : await kitRead(options.kit, options),
    plate: options.plate === null ? new Map() : await plateRead(options.plate),
    minThreshold: options.minThreshold,
    inversed: options.inversed,
    algorithm: options.algorithm,
    compensation: options.compensation === null ? undefined : await compensationRead(options.compensation),
  };
  if (options.kit !== null && !options.kitTemplate) process.stderr.write(await kitRemarks(options.kit));
  // The JSON output contains the remarks.
  if (options.format !== 'json') process.stderr.write(remarksOf(run));
  progress(`analysing ${run.curves.length} curves`);
  const wells = runAnalyse(run, settings);
  if (options.format !== 'json') process.stderr.write(compensationRemarks(wells, settings.compensation));
  if (options.kitTemplate) {
    const ofChannel = wells.filter(({ channel }) => options.channel === null || channel === options.channel);
    writeTemplate(ofChannel, analyser, options);
    return;
  }
  const chosen = wells.filter(
    ({ position, channel }) =>
      (options.explain === null || position === options.explain) &&
      (options.channel === null || channel === options.channel),
  );
  if (chosen.length === 0)
    throw new InputError(`${file}: no curve of ${options.explain ?? 'a configured channel'}`);
  if (options.svg !== null) await writePlot(options.svg, svgPlot(chosen, file));
  const isExplained = options.explain !== null && options.format === 'table';
  process.stdout.write(
    isExplained
      ? chosen.map(explainOutput).join('\n')
      : OUTPUT[options.format]({ algorithmVersion: options.algorithm, file, sha256, run, wells: chosen }),
  );
}

function writeTemplate(
  wells: readonly AnalysedWell[],
  analyser: string,
  { analyser: wanted, buffer }: Options,
): void {
  const document = kitTemplate(wells, { analyser: wanted ?? analyser, buffer });
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

async function writePlot(path: string, svg: string): Promise<void> {
  try {
    await writeFile(path, svg);
  } catch (error) {
    throw new InputError(`${path}: the plot cannot be written`, { cause: error });
  }
}

async function main(words: readonly string[]): Promise<number> {
  try {
    if (words.includes('--help')) {
      process.stdout.write(USAGE);
      return STATUS.done;
    }
    const options = optionsParse(words);
    if (options.files.length > 0) await analyse(options);
    else writeTemplate([], ANALYSER_PROFILES[0]?.name ?? '', options);
    return STATUS.done;
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${USAGE}`);
      return STATUS.usage;
    }
    if (error instanceof ReadError || error instanceof InputError) {
      process.stderr.write(`${error.message}\n${error instanceof ReadError ? hintOf(error) : ''}`);
      return STATUS.unreadable;
    }
    throw error;
  }
}

// A reader such as `| head` closes the pipe early.
process.stdout.on('error', () => process.exit());
process.exitCode = await main(process.argv.slice(2));
