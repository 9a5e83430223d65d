import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // No module keeps state between files, and loading the modules again for each file takes most of the time.
    isolate: false,
    // Node loads the files directly, as in the product, without the hook for mocks, which no test uses.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
