import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { KERNEL_PAGES } from '../src/fit-kernel/kernel-memory.ts';
import type { Program } from './function-scope.ts';
import { sourceFunctions } from './kernel-source.ts';
import { functionCompile } from './statements.ts';
import { moduleBytes, type WasmFunction } from './wasm-bytes.ts';

const source = join(import.meta.dirname, '../src');
const FILES = [
  'elementary',
  'layout',
  'model-columns',
  'column-products',
  'shape-priors',
  'linear-improve',
  'least-squares',
  'misfit',
  'background',
  'selection',
];
const ENTRIES = [
  'fitRun',
  'fitResiduals',
  'errorsWrite',
  'releasedGain',
  'misfitLearn',
  'misfitBendWrite',
  'misfitBendLeft',
  'backgroundWrite',
  'differenceSelect',
];

export const KERNEL_FILE = join(source, 'fit-kernel/generated/kernel-bytes.ts');

/** The kernel's functions as one WebAssembly module: those that are entered, and what they call. */
async function kernelBytes(): Promise<Uint8Array> {
  const paths = FILES.map((name) => join(source, name === 'elementary' ? '' : 'fit-kernel', `${name}.ts`));
  const functions = await sourceFunctions(paths);
  const called = [...ENTRIES];
  const indexOf = (name: string): number => {
    if (!called.includes(name)) called.push(name);
    return called.indexOf(name);
  };
  const program: Program = { functions, indexOf };
  const compiled: WasmFunction[] = [];
  for (const name of called) {
    const found = functions.get(name);
    if (found === undefined) throw new Error(`the kernel has no function ${name}`);
    compiled.push(functionCompile(program, found, ENTRIES.includes(name) ? name : null));
  }
  return moduleBytes(compiled, KERNEL_PAGES);
}

/** The file that holds the kernel. */
export async function kernelFile(): Promise<string> {
  const lines =
    Buffer.from(await kernelBytes())
      .toString('base64')
      .match(/.{1,100}/g) ?? [];
  return [
    '// Made by `pnpm --filter @curvewell/analysis kernel` from the files beside this folder.',
    'export const KERNEL_BYTES =',
    lines.map((line) => `  '${line}'`).join(' +\n') + ';',
    '',
  ].join('\n');
}

if (process.argv[1] === import.meta.filename) writeFileSync(KERNEL_FILE, await kernelFile());
