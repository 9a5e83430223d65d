import { copyFile, symlink } from 'node:fs/promises';
import { execPath } from 'node:process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { expectImported, serveProduct, type ServedProduct } from './served-product.ts';

const PROGRAM = fileURLToPath(new URL('program/client.ts', import.meta.url));
const TYPES = fileURLToPath(new URL('../../../../node_modules/@types', import.meta.url));
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const GENERATOR = path.join(MODULES, 'openapi-typescript/bin/cli.js');
const COMPILER = path.join(MODULES, 'typescript/bin/tsc');
const STRICT = [
  '--noEmit',
  '--strict',
  '--exactOptionalPropertyTypes',
  '--noUncheckedIndexedAccess',
  '--noUnusedLocals',
  '--noPropertyAccessFromIndexSignature',
  '--verbatimModuleSyntax',
  '--allowImportingTsExtensions',
  '--module',
  'nodenext',
  '--target',
  'es2024',
  '--typeRoots',
  TYPES,
  '--types',
  'node',
];

let product: ServedProduct;
beforeAll(async () => {
  product = await serveProduct();
});
afterAll(() => product.close());

it('API-307 a TypeScript client generated from the document compiles strictly and works with the product', async () => {
  const { api, folder, run, runProgram } = product;
  await copyFile(PROGRAM, path.join(folder, 'client.mts'));
  await symlink(MODULES, path.join(folder, 'node_modules'));
  await run(execPath, [GENERATOR, `${api}/openapi.json`, '--output', 'api.ts']);
  expect(await run(execPath, [COMPILER, ...STRICT, 'client.mts'])).toBe('');
  expectImported(await runProgram(execPath, 'client.mts'));
});
