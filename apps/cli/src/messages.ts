import type { ReadError, RunFile } from '@curvewell/instruments';

/** A word as a POSIX shell takes it whatever is in it: in single quotes. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The options whose lack prevents the import of the files: lines to be pasted behind the command. */
export function hintOf({ choices, dyes }: Pick<ReadError, 'choices' | 'dyes'>): string {
  return [
    ...choices.map((name) => `  --run=${shellWord(name)}\n`),
    ...dyes.map((dye) => `  --channel-of=${shellWord(`${dye}=FAM`)}\n`),
  ].join('');
}

/** What the reader doubted or remarked of the files, a line each. */
export const remarksOf = ({ report: { notes, remarks = [] } }: Pick<RunFile, 'report'>): string =>
  [...notes, ...remarks].map((line) => `note: ${line}\n`).join('');
