import { configDefaults, defineConfig } from 'vitest/config';

import { IS_NIGHT, often } from './test/often.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(IS_NIGHT ? [] : ['**/*.night.test.ts'])],
    globalSetup: './test/database-server.ts',
    // At night long test suites of other packages run at the same time.
    testTimeout: often({ byDay: 60_000, byNight: 300_000 }),
    hookTimeout: 120_000,
    // Results of another process take longer on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // Each file has its own database and spends much of its time waiting for other processes.
    maxWorkers: 4,
    // The whole API is loaded once, not for each file; state between requests belongs to an app or a
    // database.
    isolate: false,
    // Node loads the files directly, as in the product, without the hook for mocks, which no test uses.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
