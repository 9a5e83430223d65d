import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import ts from 'typescript';

/** A function of the kernel as it is written, with what its file can name. */
export interface SourceFunction {
  readonly name: string;
  readonly declaration: ts.FunctionDeclaration;
  readonly names: ReadonlyMap<string, unknown>;
}

/** What a file names outside its functions: what it imports and exports is there once it is loaded. */
async function namesOf(path: string, file: ts.SourceFile): Promise<Map<string, unknown>> {
  const names = new Map<string, unknown>();
  const add = (module: object): void => {
    for (const [name, value] of Object.entries(module)) names.set(name, value);
  };
  add((await import(pathToFileURL(path).href)) as object);
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      add((await import(pathToFileURL(join(dirname(path), statement.moduleSpecifier.text)).href)) as object);
    }
  }
  return names;
}

/** The functions of some files, by name. */
export async function sourceFunctions(paths: readonly string[]): Promise<Map<string, SourceFunction>> {
  const functions = new Map<string, SourceFunction>();
  for (const path of paths) {
    const text = readFileSync(path, 'utf8');
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2024, true);
    const names = await namesOf(path, file);
    for (const statement of file.statements) {
      if (!ts.isFunctionDeclaration(statement) || statement.name === undefined) continue;
      const name = statement.name.text;
      if (functions.has(name)) throw new Error(`two functions of the kernel are named ${name}`);
      functions.set(name, { name, declaration: statement, names });
    }
  }
  return functions;
}
