/** Generates the database client from the Prisma schema. */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const prisma = join(root, 'apps/api/node_modules/prisma/build/index.js');

const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [prisma, 'generate', '--schema', join(root, 'prisma')],
  {
    encoding: 'utf8',
    env: {
      ...process.env,
      // Generating needs no engine, but the command downloads one unless the variable names an existing file.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  },
);
if (status !== 0) process.stderr.write(`${stdout}${stderr}`);
process.exit(status ?? 1);
