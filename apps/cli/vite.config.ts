import { defineConfig } from 'vite';

import { OLDEST_NODE } from '../../scripts/published/oldest-node.ts';

/** Bundles everything into one file, so that the package runs on Node without dependencies. */
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    target: OLDEST_NODE.target,
    license: { fileName: 'third-party-licenses.md' },
    rolldownOptions: {
      transform: { inject: { 'Map.groupBy': [...OLDEST_NODE.inject['Map.groupBy']] } },
      output: { entryFileNames: 'curvewell-analyse.js' },
    },
  },
  ssr: { noExternal: true },
});
