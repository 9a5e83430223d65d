import { parseArgs } from 'node:util';

import { type ChannelName, channelNameSchema } from '@curvewell/contracts';

import { ALGORITHM_VERSION, ALGORITHM_VERSIONS } from '../index.ts';

export const USAGE = `usage: curvewell-analyse <file>… [options]

  --kit <kit.json>        a kit version as the product exports it; without one every peak is reported
  --analyser <name>       which of the kit's configurations, where it has several:
  --buffer <name>         by analyser and by reaction buffer
  --channel <name>        only this channel: FAM or TEXAS_RED
  --plate <plate.csv>     position,sampleType,expectedDiagnostic per well; otherwise the file's own, or BLOOD
  --min-threshold <n>     least peak height, RFU/°C; without a kit 1 % of the plate's usual signal per °C
  --inversed              the signal rises where the product melts
  --json | --csv          machine-readable output instead of a table
  --svg <out.svg>         plot of readings and slope; of one well with --explain
  --explain <position>    why a well was called as it was
  --algorithm <version>   ${ALGORITHM_VERSIONS.join(', ')}
`;

export interface Options {
  readonly files: readonly string[];
  readonly kit: string | null;
  readonly analyser: string | null;
  readonly buffer: string | null;
  readonly channel: ChannelName | null;
  readonly plate: string | null;
  readonly minThreshold: number | null;
  readonly inversed: boolean;
  readonly format: 'table' | 'json' | 'csv';
  readonly svg: string | null;
  readonly explain: string | null;
  readonly algorithm: string;
}

/** A command line that nobody can carry out. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

function thresholdOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value < Infinity)) {
    throw new UsageError(`--min-threshold must be a number from 0, got “${text}”`);
  }
  return value;
}

function channelOf(text: string | undefined): ChannelName | null {
  if (text === undefined) return null;
  const channel = channelNameSchema.safeParse(text.toUpperCase());
  if (channel.success) return channel.data;
  throw new UsageError(`--channel must be ${channelNameSchema.options.join(' or ')}, got “${text}”`);
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        kit: { type: 'string' },
        analyser: { type: 'string' },
        buffer: { type: 'string' },
        channel: { type: 'string' },
        plate: { type: 'string' },
        'min-threshold': { type: 'string' },
        inversed: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        csv: { type: 'boolean', default: false },
        svg: { type: 'string' },
        explain: { type: 'string' },
        algorithm: { type: 'string', default: ALGORITHM_VERSION },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** @throws UsageError */
export function optionsParse(words: readonly string[]): Options {
  const { values, positionals } = parsed(words);
  if (positionals.length === 0) throw new UsageError('no file given');
  if (values.json && values.csv) throw new UsageError('--json and --csv exclude each other');
  if (values.kit === undefined && (values.analyser ?? values.buffer) !== undefined) {
    throw new UsageError('--analyser and --buffer choose within a kit: --kit is missing');
  }
  if (!ALGORITHM_VERSIONS.includes(values.algorithm)) {
    throw new UsageError(`there is no algorithm ${values.algorithm}`);
  }
  return {
    files: positionals,
    kit: values.kit ?? null,
    analyser: values.analyser ?? null,
    buffer: values.buffer ?? null,
    channel: channelOf(values.channel),
    plate: values.plate ?? null,
    minThreshold: thresholdOf(values['min-threshold']),
    inversed: values.inversed,
    format: values.json ? 'json' : values.csv ? 'csv' : 'table',
    svg: values.svg ?? null,
    explain: values.explain ?? null,
    algorithm: values.algorithm,
  };
}
