import { fileNamePart } from '@curvewell/domain';

const ENDING = /\.[A-Za-z0-9]{1,8}$/;

/** Makes the file names of a run unique. */
export function withOwnNames<File extends { readonly name: string }>(files: readonly File[]): File[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const ending = ENDING.exec(file.name)?.[0] ?? '';
    const stem =
      fileNamePart(file.name.slice(0, file.name.length - ending.length)).replace(/^\.+/, '_') || '_';
    let name = `${stem}${ending}`;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${stem}-${count}${ending}`;
    taken.add(name.toLowerCase());
    return { ...file, name };
  });
}
