import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    // No module keeps state between files.
    isolate: false,
    // Node loads the files directly, as in the product, without the hook for mocks, which no test uses.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
