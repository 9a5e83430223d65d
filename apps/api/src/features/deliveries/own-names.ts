import { fileNamePart } from '@curvewell/domain';

/** The suffix of files that a delivery has not completed: readers of the folder ignore them. */
export const TEMPORARY = '.part';
const ENDING = /\.[A-Za-z0-9]{1,8}$/;

/**
 * Makes the file names of a run unique. None ends like a temporary name, which would be that of another file while both are
 * being sent.
 */
export function withOwnNames<File extends { readonly name: string }>(files: readonly File[]): File[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const found = ENDING.exec(file.name)?.[0] ?? '';
    const ending = found.toLowerCase() === TEMPORARY ? '' : found;
    const stem =
      fileNamePart(file.name.slice(0, file.name.length - ending.length))
        .replace(/^\.+/, '_')
        .replace(/\.part$/i, '_part') || '_';
    let name = `${stem}${ending}`;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${stem}-${count}${ending}`;
    taken.add(name.toLowerCase());
    return { ...file, name };
  });
}
