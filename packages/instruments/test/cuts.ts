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

/** By day every seventh length, those beside a line end, and the last ones; by night every length. */
const IS_NIGHT = process.env['NIGHT'] !== undefined;
const LAST = 64;
const LINE_END = 10;

const isTried = (bytes: Uint8Array, cut: number): boolean =>
  IS_NIGHT ||
  cut % 7 === 0 ||
  bytes.length - cut <= LAST ||
  bytes[cut] === LINE_END ||
  bytes[cut - 1] === LINE_END;

/** Reads an upload with one file truncated, for every file and these lengths. */
export async function survivingCuts(
  files: readonly SourceFile[],
  profile: AnalyserProfile,
): Promise<readonly Survivor[]> {
  const survivors: Survivor[] = [];
  for (const victim of files) {
    for (let cut = 0; cut < victim.bytes.length; cut++) {
      if (!isTried(victim.bytes, cut)) continue;
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
