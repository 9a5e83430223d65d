import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { filesIn, MAX_PRODUCT_MB, packagesIn, sizeOf } from './contents.ts';
import { buildContext } from './context.ts';
import { buildStages } from './stages.ts';

const BUILD_TIMEOUT_MS = 600_000;
const run = promisify(execFile);
const context = buildContext();

/** Builds the stages of the Dockerfile as folders and checks their content and that they run. */
describe('the image', () => {
  let folder = '';
  let app = '';
  let files: readonly string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'curvewell-stages-'));
    app = await buildStages(folder, context);
    files = await filesIn(app);
  }, BUILD_TIMEOUT_MS);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('OPS-301 is built from the build context and is complete', async () => {
    const server = path.join(app, 'apps/api/src/server.ts');
    const env = {
      DATABASE_URL: 'postgresql://curvewell@localhost/curvewell',
      OIDC_URL: 'https://sso.example.org',
      SIGNING_KEY: Buffer.alloc(32, 1).toString('base64'),
    };
    const { stdout } = await run(process.execPath, [server, '--check'], { cwd: app, env });
    expect(stdout).toBe('The program is complete and its settings are valid.\n');
  });

  it('OPS-302 checks its settings', async () => {
    const { code, output } = await outcome(['apps/api/src/server.ts', '--check']);
    expect(code).toBe(1);
    expect(output).toMatch(/^Set DATABASE_URL/);
  });

  it.each(['admin', 'backup', 'keycloak', 'migrate', 'restore'])(
    'OPS-301 has the command %s with all its modules',
    async (name) => {
      const { output } = await outcome([`apps/api/src/${name}.ts`]);
      // Without settings it prints what it needs.
      expect(output).toMatch(/Set |--user|npm run/);
      expect(output).not.toMatch(/ERR_/);
    },
  );

  /** The output of a program started without settings. */
  async function outcome(command: readonly string[]) {
    const child = spawn(process.execPath, command, { cwd: app, env: {} });
    const ended = once(child, 'close');
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code: child.exitCode, output: output + errors };
  }

  it('OPS-303 contains exactly these packages', async () => {
    const packages = await packagesIn(app);
    await expect(`${packages.join('\n')}\n`).toMatchFileSnapshot('packages.txt');
    for (const tool of ['node', 'vite', 'vitest', 'prisma', '@sparticuz/chromium', '@stryker-mutator/core'])
      expect(packages).not.toContain(tool);
  });

  it('OPS-303 contains no tests, trial code, source maps or package types', () => {
    const own = files.filter((file) => !file.includes('node_modules/'));
    const roots = new Set(own.map((file) => file.split('/').slice(0, 2).join('/')));
    expect([...roots].toSorted()).toEqual([
      '.github/docker',
      'apps/api',
      'apps/web',
      'docs/releases',
      'packages/analysis',
      'packages/contracts',
      'packages/domain',
      'packages/instruments',
      'prisma/former-migrations',
      'prisma/migrations',
    ]);
    expect(own.filter((file) => /\.test\.|\/(test|bench|standalone)\//.test(file))).toEqual([]);
    expect(own.filter((file) => file.startsWith('apps/web') && !file.startsWith('apps/web/dist/'))).toEqual(
      [],
    );
    const unused = /node_modules\/.*\.([cm]?ts|map)$/;
    expect(files.filter((file) => unused.test(file))).toEqual([]);
  });

  it(`OPS-304 is smaller than ${MAX_PRODUCT_MB} MB besides Node and Debian`, async () => {
    expect(await sizeOf(app)).toBeLessThan(MAX_PRODUCT_MB);
  });
});
