import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Whole plates are written and read; on a busy machine that takes its time.
    testTimeout: 60_000,
    maxWorkers: 2,
    // Node reads the files as they are, as in the product.
    experimental: { viteModuleRunner: false },
  },
});
