import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Generous: a busy machine must not fail a test.
    testTimeout: 120_000,
    maxWorkers: 2,
    // Nothing that is loaded keeps anything between files.
    isolate: false,
    // Node reads the files as they are: the test runner's own loader makes the inner loops several times slower.
    experimental: { viteModuleRunner: false },
  },
});
