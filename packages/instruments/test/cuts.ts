import type { AnalyserProfile } from '@curvewell/domain';

import { ReadError, readRun } from '../src/index.ts';
import type { RunFile, SourceFile } from '../src/index.ts';

/** A truncated file that was accepted. */
interface Survivor {
  readonly file: string;
  /** The remaining bytes. */
  readonly cut: number;
  readonly run: RunFile;
}

/**
 * By day every 23rd length, those beside a line end, and the last ones, but in long files only some of the first two;
 * by night every length.
 */
const IS_NIGHT = process.env['NIGHT'] !== undefined;
const EVERY = 23;
const LAST = 64;
const LINE_END = 10;
/** Of a file, by day. */
const MOST_LENGTHS = 1_000;
const MOST_LINES = 200;

function triedCuts(file: SourceFile): number[] {
  const { length } = file.bytes;
  const ends = lineEnds(file);
  const everyEnd = Math.ceil(ends.length / MOST_LINES);
  const beside = new Set(ends.filter((_, index) => index % everyEnd === 0).flatMap((end) => [end - 1, end]));
  const every = Math.max(EVERY, Math.ceil(length / MOST_LENGTHS));
  return Array.from({ length }, (_, cut) => cut).filter(
    (cut) => IS_NIGHT || cut % every === 0 || length - cut <= LAST || beside.has(cut),
  );
}

/** Reads an upload with one file truncated, for every file and these lengths. */
export async function survivingCuts(
  files: readonly SourceFile[],
  profile: AnalyserProfile,
): Promise<readonly Survivor[]> {
  const survivors: Survivor[] = [];
  for (const victim of files) {
    for (const cut of triedCuts(victim)) {
      const short = { name: victim.name, bytes: victim.bytes.slice(0, cut) };
      const upload = files.map((file) => (file === victim ? short : file));
      try {
        survivors.push({ file: victim.name, cut, run: await readRun(upload, { profile }) });
      } catch (error) {
        if (!(error instanceof ReadError)) throw error;
      }
    }
  }
  return survivors;
}

/** Lengths after each complete line of the text except the last. */
export function lineEnds({ bytes }: SourceFile): number[] {
  return [...bytes.entries()].flatMap(([index, byte]) =>
    byte === LINE_END && index + 1 < bytes.length ? [index + 1] : [],
  );
}
