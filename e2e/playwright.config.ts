import { mkdtempSync, chmodSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'playwright/test';

import { browserLaunch } from './support/browser.ts';
import { DEMO_PASSWORD } from './support/demo-users.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

// Read again by every worker, which must find the product where the first one put it.
process.env['E2E_PORT'] ??= String(await freePort());
process.env['E2E_DATA'] ??= temporaryFolder();
const address = process.env['E2E_URL'] ?? `http://localhost:${process.env['E2E_PORT']}`;

export default defineConfig({
  testDir: 'tests',
  outputDir: path.join(root, 'test-results'),
  // The journeys share one product; each makes what it needs.
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    baseURL: address,
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    viewport: { width: 1440, height: 900 },
    launchOptions: await browserLaunch(),
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  ...(process.env['E2E_URL'] === undefined && {
    webServer: {
      command: `${path.join(root, 'node_modules/.bin/node')} apps/api/src/server.ts`,
      cwd: root,
      url: `${address}/health/ready`,
      timeout: 120_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
      env: {
        PORT: process.env['E2E_PORT'],
        DATA_DIR: process.env['E2E_DATA'],
        DEMO_PASSWORD,
        RUN_FILE_DOWNLOAD: 'true',
        STOP_WITH_PARENT: '1',
      },
    },
  }),
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo; // a TCP server that listens
      probe.close(() => {
        resolve(port);
      });
    });
  });
}

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'curvewell-e2e-'));
  // The database server's account has to pass through it.
  chmodSync(folder, 0o711);
  return folder;
}
