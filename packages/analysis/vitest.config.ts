import { defineConfig } from 'vitest/config';

// The test runner's module loader makes the inner loops ten times slower than they are.
export default defineConfig({ test: { testTimeout: 30_000 } });
