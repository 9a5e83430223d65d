import { globSync, readFileSync } from 'node:fs';

import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests of rules that ask for a simulated browser in their first line. */
const withBrowser = globSync('src/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8').startsWith('// @vitest-environment jsdom'),
);

/**
 * Starting a simulated browser and loading the libraries for every file took most of the time. The files of a thread
 * share both, and tests of rules have no browser. The two are apart, because a thread that changes between them starts
 * again. In `simulated-browser.ts`, tests of pages get their own modules of the product.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    css: false,
    maxWorkers: 3,
    pool: 'threads',
    isolate: false,
    setupFiles: ['test/setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...withBrowser],
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['src/**/*.test.tsx', ...withBrowser],
          environment: 'jsdom',
          // Generous, so that a busy machine does not fail a test.
          testTimeout: 60_000,
        },
      },
    ],
  },
});
