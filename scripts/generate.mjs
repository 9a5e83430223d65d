/** Writes the database client from the Prisma schema. */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const prisma = join(root, 'apps/api/node_modules/prisma/build/index.js');

const { status } = spawnSync(process.execPath, [prisma, 'generate', '--schema', join(root, 'prisma')], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    // Generating needs no engine, yet the command downloads one unless it is told of some existing file.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  },
});
process.exit(status ?? 1);
