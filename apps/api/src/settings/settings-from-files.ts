import { readFileSync } from 'node:fs';

/**
 * Reads settings from files named by `NAME_FILE`, as container engines provide secrets: other users of the
 * machine can read the environment of a process. An empty file counts as unset.
 *
 * @throws Error that names the setting, when its file cannot be read or both forms are used
 */
export function withSettingsFromFiles(
  environment: NodeJS.ProcessEnv,
  names: readonly string[],
): NodeJS.ProcessEnv {
  const fromFiles = names.flatMap((name) => {
    const file = environment[`${name}_FILE`] ?? '';
    if (file === '') return [];
    const value = readSetting(name, file);
    if (value === '') return [];
    if ((environment[name] ?? '') !== '') throw new Error(`Set ${name} or ${name}_FILE, not both.`);
    return [[name, value]];
  });
  return { ...environment, ...(Object.fromEntries(fromFiles) as NodeJS.ProcessEnv) };
}

function readSetting(name: string, file: string): string {
  try {
    // Editors append a newline.
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    throw new Error(`${name}_FILE cannot be read: ${(cause as Error).message}`, { cause });
  }
}
