import { parseArgs } from 'node:util';

import { ALGORITHM_VERSION, ALGORITHM_VERSIONS } from '@curvewell/analysis';
import { type ChannelName, channelNameSchema, type ReadAnswers } from '@curvewell/domain';

export const USAGE = `usage: curvewell-analyse <file>… [options]

  --kit <kit.json>        a kit version exported by the product; without it, every peak is reported
  --analyser <name>       selects one of several configurations of the kit:
  --buffer <name>         by analyser and reaction buffer; with --kit-template: those of the new kit
  --channel <name>        only this channel: ${channelNameSchema.options.join(', ')}
  --plate <plate.csv>     position,sampleType,expectedDiagnostic,name per well; default: from the file, or BLOOD. Wells
                          with the same name and type are replicates and are compared
  --compensation <file>   the profile of an analyser, or a list of shares such as [{"from": "FAM", "into": "TEXAS_RED",
                          "share": 0.03}]: cross-talk that is subtracted before the analysis
  --min-threshold <n>     minimum peak height, RFU/°C; default without a kit: 1 % of the plate's usual signal per °C
  --inversed              the signal rises where the product melts
  --json | --csv          machine-readable output instead of a table
  --svg <out.svg>         plot of readings and slope; of one well with --explain
  --explain <position>    explains the call of a well
  --run <name>            selects one of several runs in the files
  --channel-of <dye=channel>  channel of an unknown dye: "LC Green=FAM"; "…=none" skips it; repeatable
  --kit-template          writes a draft kit version instead of a result, with the peaks of the files, if any are given
  --help                  this text
  --algorithm <version>   ${ALGORITHM_VERSIONS.join(', ')}
`;

export interface Options {
  readonly files: readonly string[];
  readonly kit: string | null;
  readonly analyser: string | null;
  readonly buffer: string | null;
  readonly channel: ChannelName | null;
  readonly plate: string | null;
  /** A file with cross-talk shares. */
  readonly compensation: string | null;
  readonly minThreshold: number | null;
  readonly inversed: boolean;
  readonly format: 'table' | 'json' | 'csv';
  readonly svg: string | null;
  readonly explain: string | null;
  /** Writes a kit version instead of results. */
  readonly kitTemplate: boolean;
  readonly algorithm: string;
  /** Answers about data that the files lack. */
  readonly answers: ReadAnswers;
}

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
  const channel = channelNamed(text);
  if (channel !== null) return channel;
  throw new UsageError(`--channel must be one of ${channelNameSchema.options.join(', ')}, got “${text}”`);
}

/** Accepts `texas red` for `TEXAS_RED` and `Cy5.5` for `CY5_5`. */
const channelNamed = (text: string): ChannelName | null =>
  channelNameSchema.safeParse(text.toUpperCase().replaceAll(/[ .-]/g, '_')).data ?? null;

/** Accepts `a1` and `A01` for `A1`. */
function positionOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const [, row, column] = /^([A-Pa-p])0*(\d{1,2})$/.exec(text.trim()) ?? [];
  if (row === undefined || column === undefined) {
    throw new UsageError(`--explain must be a well such as A1, got “${text}”`);
  }
  return `${row.toUpperCase()}${column}`;
}

function dyeOf(text: string): { dye: string; channel: ChannelName | null } {
  const at = text.lastIndexOf('=');
  const dye = text.slice(0, Math.max(0, at)).trim();
  const name = text.slice(at + 1).trim();
  const channel = channelNamed(name);
  if (dye !== '' && name.toLowerCase() === 'none') return { dye, channel: null };
  if (dye !== '' && channel !== null) return { dye, channel };
  throw new UsageError(`--channel-of must be a dye and its channel, such as "LC Green=FAM", got “${text}”`);
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
        compensation: { type: 'string' },
        'min-threshold': { type: 'string' },
        inversed: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        csv: { type: 'boolean', default: false },
        svg: { type: 'string' },
        explain: { type: 'string' },
        'kit-template': { type: 'boolean', default: false },
        run: { type: 'string' },
        'channel-of': { type: 'string', multiple: true, default: [] },
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
  const kitTemplate = values['kit-template'];
  if (positionals.length === 0 && !kitTemplate) throw new UsageError('no file given');
  if (values.json && values.csv) throw new UsageError('--json and --csv cannot be combined');
  if (kitTemplate && (values.kit ?? values.plate ?? values.explain ?? values.svg) !== undefined) {
    throw new UsageError('--kit-template cannot be combined with --kit, --plate, --explain or --svg');
  }
  if (values.kit === undefined && !kitTemplate && (values.analyser ?? values.buffer) !== undefined) {
    throw new UsageError('--analyser and --buffer require --kit or --kit-template');
  }
  if (!ALGORITHM_VERSIONS.includes(values.algorithm)) {
    throw new UsageError(`unknown algorithm ${values.algorithm}`);
  }
  return {
    files: positionals,
    kit: values.kit ?? null,
    analyser: values.analyser ?? null,
    buffer: values.buffer ?? null,
    channel: channelOf(values.channel),
    plate: values.plate ?? null,
    compensation: values.compensation ?? null,
    minThreshold: thresholdOf(values['min-threshold']),
    inversed: values.inversed,
    format: values.json ? 'json' : values.csv ? 'csv' : 'table',
    svg: values.svg ?? null,
    explain: positionOf(values.explain),
    kitTemplate,
    answers: {
      ...(values.run !== undefined && { run: values.run }),
      dyes: values['channel-of'].map(dyeOf),
    },
    algorithm: values.algorithm,
  };
}
