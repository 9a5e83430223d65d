import { engineSha256 } from '@curvewell/analysis/engine-hash';
import { defineConfig } from 'vite';

/** One file with all that it needs: the package is packed, or copied, and runs on Node alone. */
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
