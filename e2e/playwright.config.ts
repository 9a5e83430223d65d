import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'playwright/test';

import { IS_NIGHT } from '../apps/api/test/often.ts';
import { browserLaunch } from './support/browser.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  testDir: 'tests',
  testIgnore: IS_NIGHT ? [] : ['**/*.night.spec.ts'],
  globalSetup: './support/prepare.ts',
  outputDir: path.join(root, 'test-results'),
  // Each worker starts its own product, and each journey makes its own data. Four workers keep two processors
  // busy. With Keycloak all journeys share one server, so they run one at a time.
  workers: process.env['KEYCLOAK'] === undefined ? 4 : 1,
  // Generous, so that a busy machine does not fail a journey.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // For short stalls of a busy machine. The last line of `npm test` counts the retries.
  retries: 1,
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    locale: 'en-GB',
    // An installation under test may use a certificate of a private authority.
    ignoreHTTPSErrors: process.env['E2E_URL'] !== undefined,
    // Waiting for animations took a fifth of the time.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/Stockholm',
    viewport: { width: 1440, height: 900 },
    launchOptions: await browserLaunch(),
    screenshot: 'only-on-failure',
    // Tracing every journey would take up to a third longer.
    trace: 'on-first-retry',
  },
});
