import { configDefaults, defineConfig } from 'vitest/config';

import { IS_NIGHT, often } from './test/often.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(IS_NIGHT ? [] : ['**/*.night.test.ts'])],
    globalSetup: './test/database-server.ts',
    // By night the long sets of other packages work beside.
    testTimeout: often({ byDay: 60_000, byNight: 300_000 }),
    hookTimeout: 120_000,
    // What another process does takes longer where others work, too.
    expect: { poll: { timeout: 15_000 } },
    // Each file works on a database of its own. Much of the time goes by in waiting for other processes.
    maxWorkers: 4,
    // The whole API is loaded once, not for each file: what it keeps between requests belongs to an app or a database.
    isolate: false,
    // The product's own loader: Node reads the files as they are.
    experimental: { viteModuleRunner: false },
  },
});
