import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/**
 * Starting a simulated browser and isolating every file took 90 % of the time. Tests of rules run without
 * both unless a file asks for a browser; tests of pages share one thread.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    css: false,
    maxWorkers: 3,
    setupFiles: ['test/setup.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: ['src/**/*.test.ts'], pool: 'threads', isolate: false },
      },
      {
        extends: true,
        // Generous, so that a busy machine does not fail a test.
        test: {
          name: 'pages',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          pool: 'vmThreads',
          testTimeout: 60_000,
        },
      },
    ],
  },
});
