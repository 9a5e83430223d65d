import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Writing and reading whole plates takes long on a busy machine.
    testTimeout: 60_000,
    maxWorkers: 2,
    // No module keeps state between files.
    isolate: false,
    // Node loads the files directly, as in the product, without the hook for mocks, which no test uses.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
