import { readRun } from '../src/index.ts';
import type { ReadError, RunFile, SourceFile } from '../src/index.ts';
import { profile } from './example-run.ts';

export function textOf({ bytes }: SourceFile): string {
  return new TextDecoder().decode(bytes);
}

/** A file with edited text; fails if the edit changes nothing. */
export function edited(file: SourceFile, edit: (text: string) => string): SourceFile {
  const before = textOf(file);
  const after = edit(before);
  if (after === before) throw new Error(`the edit found nothing in ${file.name}`);
  return { name: file.name, bytes: new TextEncoder().encode(after) };
}

export function named(file: SourceFile, name: string): SourceFile {
  return { name, bytes: file.bytes };
}

export function readAs(id: string, files: readonly SourceFile[]): Promise<RunFile> {
  return readRun(files, { profile: profile(id) });
}

export function refusalOf(reading: Promise<RunFile>): Promise<ReadError> {
  return reading.then(
    () => Promise.reject(new Error('the file was read')),
    (error: unknown) => error as ReadError, // nothing else is thrown, or the test fails
  );
}
