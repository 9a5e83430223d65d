import { defineConfig } from 'vite';

/** One file with all that it needs: the package is packed, or copied, and runs on Node alone. */
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    target: 'node22',
    rolldownOptions: { output: { entryFileNames: 'curvewell-verify.js' } },
  },
  ssr: { noExternal: true },
});
