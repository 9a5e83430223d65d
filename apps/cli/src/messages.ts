import type { ReadError, RunFile } from '@curvewell/instruments';

/** Quotes a word for a POSIX shell. */
const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The options that the import needs, as lines to append to the command. */
export function hintOf({ choices, dyes }: Pick<ReadError, 'choices' | 'dyes'>): string {
  return [
    ...choices.map((name) => `  --run=${shellWord(name)}\n`),
    ...dyes.map((dye) => `  --channel-of=${shellWord(`${dye}=FAM`)}\n`),
  ].join('');
}

/** The reader's doubts and remarks about the files, one on each line. */
export const remarksOf = ({ report: { notes, remarks = [] } }: Pick<RunFile, 'report'>): string =>
  [...notes, ...remarks].map((line) => `note: ${line}\n`).join('');
