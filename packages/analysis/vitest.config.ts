import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    maxWorkers: 2,
    // Nothing that is loaded keeps anything between files.
    isolate: false,
    // Node reads the files as they are: the test runner's own loader makes the inner loops several times slower.
    experimental: { viteModuleRunner: false },
  },
});
