import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Generous, so that a busy machine does not fail a test.
    testTimeout: 120_000,
    maxWorkers: 2,
    // No module keeps state between files.
    isolate: false,
    // Node loads the files directly: the test runner's loader makes inner loops several times slower. No test uses
    // the hook for mocks.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
