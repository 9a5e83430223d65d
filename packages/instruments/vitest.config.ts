import { defineConfig } from 'vitest/config';

// Whole plates are written and read; on a busy machine that takes its time.
export default defineConfig({ test: { testTimeout: 60_000 } });
