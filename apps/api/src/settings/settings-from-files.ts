import { readFileSync } from 'node:fs';

/**
 * Every setting may be in a file that `NAME_FILE` names, as container engines hand out secrets:
 * the environment can be read by anyone who may look at the process. An empty file counts as a setting that is not set.
 *
 * @throws Error that names the setting, when its file cannot be read or both ways are used
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
    // Editors end a file with a newline; no setting does.
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    throw new Error(`${name}_FILE cannot be read: ${(cause as Error).message}`, { cause });
  }
}
