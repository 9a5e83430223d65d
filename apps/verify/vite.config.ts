import { engineSha256 } from '@curvewell/analysis/engine-hash';
import { defineConfig } from 'vite';

/** Bundles everything into one file, so that the package runs on Node without dependencies. */
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    target: 'node22',
    license: { fileName: 'third-party-licenses.md' },
    rolldownOptions: { output: { entryFileNames: 'curvewell-verify.js' } },
  },
  define: { BUILT_ENGINE_SHA256: JSON.stringify(engineSha256()) },
  ssr: { noExternal: true },
});
