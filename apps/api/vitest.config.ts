import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: './test/database-server.ts',
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // What another process does takes longer where others work, too.
    expect: { poll: { timeout: 15_000 } },
    // Each file works on a database of its own; more at once than processors only makes each slower.
    maxWorkers: 2,
  },
});
