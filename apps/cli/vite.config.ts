import { defineConfig } from 'vite';

import { OLDEST_NODE } from '../../scripts/published/oldest-node.ts';

/** One file with all that it needs: the package is packed, or copied, and runs on Node alone. */
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
