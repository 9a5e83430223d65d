import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Address of the API server for `vite dev`. */
const BACKEND = 'http://localhost:8080';

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2022',
    // The content security policy allows no data: addresses, only files from our own origin.
    assetsInlineLimit: 0,
    sourcemap: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
            },
            { name: 'mantine', test: /node_modules\/(@mantine|@floating-ui)\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/config.json', '/realms', '/health'].map((path) => [path, BACKEND])),
  },
});
