import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { expectImported, serveProduct, type ServedProduct } from './served-product.ts';

const PROGRAM = fileURLToPath(new URL('program/client.py', import.meta.url));
/** The generator and its dependencies, from PyPI: 84 MB. */
const ENVIRONMENT = fileURLToPath(new URL('../../node_modules/.cache/python-client', import.meta.url));
const GENERATOR = 'openapi-python-client==0.29.1';
const MINUTES = 60_000;
const isRequested = process.env['PYTHON_CLIENT'] !== undefined || process.env['NIGHT'] !== undefined;
const hasPython = spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0;

const inEnvironment = (name: string) => path.join(ENVIRONMENT, 'bin', name);

describe.skipIf(!isRequested || !hasPython)(
  'a Python client (skipped without PYTHON_CLIENT=1 or without Python 3, venv and pip)',
  () => {
    let product: ServedProduct;
    beforeAll(async () => {
      product = await serveProduct();
      if (existsSync(path.join(ENVIRONMENT, 'ready'))) return;
      await product.run('python3', ['-m', 'venv', ENVIRONMENT]);
      await product.run(inEnvironment('python'), ['-m', 'pip', 'install', '--quiet', GENERATOR]);
      await writeFile(path.join(ENVIRONMENT, 'ready'), '');
    }, 5 * MINUTES);
    afterAll(() => product.close());

    it('API-308 a Python client generated from the document works with the product', async () => {
      const { api, folder, run, runProgram } = product;
      await copyFile(PROGRAM, path.join(folder, 'client.py'));
      const output = await run(inEnvironment('openapi-python-client'), [
        'generate',
        '--url',
        `${api}/openapi.json`,
        '--meta',
        'none',
        '--output-path',
        'curvewell_client',
      ]);
      expect(output).not.toMatch(/unable|error/i);
      expectImported(await runProgram(inEnvironment('python'), 'client.py'));
    });
  },
);
