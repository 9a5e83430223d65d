import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { compressedFiles } from './vite/compressed-files.ts';
import { firstPage } from './vite/first-page.ts';
import { leanLibraries } from './vite/lean-libraries.ts';
import { lettersInUse } from './vite/letters.ts';
import { mantineStyles } from './vite/mantine-styles.ts';

/** Where `vite dev` finds the product's server. */
const BACKEND = 'http://localhost:8080';

const makeOfPages = () => [react(), leanLibraries(), mantineStyles()];

export default defineConfig({
  plugins: [...makeOfPages(), firstPage(makeOfPages), lettersInUse(), compressedFiles()],
  build: {
    target: 'es2022',
    // The content security policy allows no data: addresses, only files from our own origin.
    assetsInlineLimit: 0,
    sourcemap: true,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/config.json', '/realms', '/health'].map((path) => [path, BACKEND])),
  },
});
