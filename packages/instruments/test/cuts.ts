import type { AnalyserProfile } from '@curvewell/domain';

import { ReadError, readRun } from '../src/index.ts';
import type { RunFile, SourceFile } from '../src/index.ts';

/** A file that was cut after so many bytes and read nevertheless. */
interface Survivor {
  readonly file: string;
  /** Bytes that were left. */
  readonly cut: number;
  readonly run: RunFile;
}

/** Reads an upload with one of its files cut short, for every file and every length. */
export async function survivingCuts(
  files: readonly SourceFile[],
  profile: AnalyserProfile,
): Promise<readonly Survivor[]> {
  const survivors: Survivor[] = [];
  for (const victim of files) {
    for (let cut = 0; cut < victim.bytes.length; cut++) {
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

/** Lengths after which a line of the text has just ended, but for its last. */
export function lineEnds({ bytes }: SourceFile): number[] {
  return [...bytes.entries()].flatMap(([index, byte]) =>
    byte === 10 && index + 1 < bytes.length ? [index + 1] : [],
  );
}
