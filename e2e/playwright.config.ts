import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'playwright/test';

import { IS_NIGHT } from '../apps/api/test/often.ts';
import { browserLaunch } from './support/browser.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  testDir: 'tests',
  testIgnore: IS_NIGHT ? [] : ['**/*.night.spec.ts'],
  outputDir: path.join(root, 'test-results'),
  // Each worker has a product of its own; its journeys share it, and each makes what it needs. A browser waits as much
  // as it works: three of them leave two processors idle.
  // Of Keycloak there is one for all.
  workers: process.env['KEYCLOAK'] === undefined ? 4 : 1,
  // Generous: a busy machine must not fail a journey.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // For a moment in which the machine has no time. The last line of `npm test` counts the journeys that needed it.
  retries: 1,
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    locale: 'en-GB',
    // An installation on trial may have certificates of its own authority.
    ignoreHTTPSErrors: process.env['E2E_URL'] !== undefined,
    // Waiting for what moves to stand still took a fifth of the time.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/Stockholm',
    viewport: { width: 1440, height: 900 },
    launchOptions: await browserLaunch(),
    screenshot: 'only-on-failure',
    // A trace of every journey would cost as much as a third of its time.
    trace: 'on-first-retry',
  },
});
