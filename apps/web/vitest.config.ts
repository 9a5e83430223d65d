import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/**
 * Making a simulated browser, and loading everything again for each file, took nine tenths of the time. Rules have
 * neither, unless a file asks for a browser; pages have both, cheaply, as contexts of one thread.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    css: false,
    maxWorkers: 2,
    setupFiles: ['test/setup.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: ['src/**/*.test.ts'], pool: 'threads', isolate: false },
      },
      {
        extends: true,
        // Generous: a busy machine must not fail a page.
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
