import { expect, it } from 'vitest';

import { buildContext } from './context.ts';
import { baseImage } from './stages.ts';

const context = buildContext();

it('OPS-138 includes only listed files: no settings, secrets or earlier builds', async () => {
  for (const file of [
    '.env',
    'apps/api/.env.local',
    'secrets/signing_key',
    '.data/signing-key',
    '.git/config',
  ])
    expect(context.sends(file)).toBe(false);
  const built = /(^|\/)(node_modules|dist|\.turbo)\/|src\/generated\/prisma/;
  expect((await context.files()).filter((file) => built.test(file))).toEqual([]);
});

it('OPS-305 is based on an exact version, optionally with its digest', () => {
  expect(baseImage()).toMatch(/^node:\d+\.\d+\.\d+-bookworm-slim(@sha256:[0-9a-f]{64})?$/);
});
