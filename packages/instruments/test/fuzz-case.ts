import { isDeepStrictEqual } from 'node:util';

import { importReportSchema } from '@curvewell/domain';

import type { SyntheticRun } from './generate/index.ts';
import { readRun, ReadError } from '../src/index.ts';
import type { RunFile, SourceFile } from '../src/index.ts';
import { exampleRun, profile } from './example-run.ts';
import { WRITABLE_FORMATS } from './formats.ts';
import type { WritableFormat } from './formats.ts';
import { mutate } from './mutations.ts';

/** A small valid run in one format, to be damaged. */
export interface FuzzSubject {
  readonly format: WritableFormat;
  readonly files: readonly SourceFile[];
  readonly whole: RunFile;
}

export async function fuzzSubject(format: WritableFormat): Promise<FuzzSubject> {
  const made: SyntheticRun = exampleRun({ channels: format.channels, step: 4, wellCount: 5 });
  const files = await format.generate(made);
  return { format, files, whole: await read(format, files) };
}

export function read(format: WritableFormat, files: readonly SourceFile[]): Promise<RunFile> {
  return readRun(files, { profile: profile(format.profile) });
}

/** The upload with one of its files damaged. */
export function damaged({ files }: FuzzSubject, number: number): SourceFile[] {
  const victim = number % files.length;
  return files.map((file, index) =>
    index === victim ? { name: file.name, bytes: mutate(file.bytes, number) } : file,
  );
}

/** The outcome for damaged files: `read`, `refused …`, or `wrong …`, which must never occur. */
export async function fuzzCase(subject: FuzzSubject, number: number): Promise<string> {
  try {
    const run = await read(subject.format, damaged(subject, number));
    return judge(subject, run);
  } catch (error) {
    if (error instanceof ReadError) return `refused ${error.code}`;
    return `wrong: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

/** Archives have checksums, so whatever is read from a damaged one must equal the original. */
function judge({ format, whole }: FuzzSubject, run: RunFile): string {
  importReportSchema.parse(run.report);
  const isArchive = /xlsx|zip/.test(format.name);
  if (isArchive && !isDeepStrictEqual(run.curves, whole.curves))
    return 'wrong: another curve from a damaged archive';
  for (const { temperature, value } of run.curves) {
    const isSound =
      temperature.length === value.length &&
      temperature.every(Number.isFinite) &&
      value.every(Number.isFinite);
    if (!isSound) return 'wrong: a curve with a value that is no number';
  }
  return 'read';
}

export function formatNamed(name: string): WritableFormat {
  const format = WRITABLE_FORMATS.find((one) => one.name === name);
  if (format === undefined) throw new Error(`no format ${name}`);
  return format;
}
