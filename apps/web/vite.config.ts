import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { compressedFiles } from './vite/compressed-files.ts';
import { modulesOfFirstPage } from './vite/first-page.ts';
import { lateStyles } from './vite/late-styles.ts';
import { mantineStyles } from './vite/mantine-styles.ts';

/** Where `vite dev` finds the product's server. */
const BACKEND = 'http://localhost:8080';

const makeOfPages = () => [react(), mantineStyles()];

export default defineConfig(async ({ command }) => {
  const first = command === 'build' ? await modulesOfFirstPage(makeOfPages()) : new Set<string>();
  return {
    plugins: [...makeOfPages(), lateStyles(), compressedFiles()],
    build: {
      target: 'es2022',
      // The content security policy allows files of our own origin only, no data: addresses.
      assetsInlineLimit: 0,
      sourcemap: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // One long file is shorter than many, and each file costs headers.
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 2 },
              { name: 'first', test: (id) => first.has(id), priority: 1 },
              { name: 'pages', entriesAware: true, entriesAwareMergeThreshold: 30_000 },
            ],
          },
          strictExecutionOrder: true,
        },
      },
    },
    server: {
      proxy: Object.fromEntries(
        ['/api', '/config.json', '/realms', '/health'].map((path) => [path, BACKEND]),
      ),
    },
  };
});
