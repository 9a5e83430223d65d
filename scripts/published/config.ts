import { defineConfig } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

import { OLDEST_NODE } from './oldest-node.ts';

/** Its paths name the part of the domain that is published, too. */
const TSCONFIG = 'published/tsconfig.json';

/**
 * The build of a published library: one module and one file of types. The parts of the domain that it uses
 * are bundled; other packages stay imports, and `manifest.mjs` makes them dependencies.
 */
export const publishedConfig = defineConfig({
  input: 'published/index.ts',
  platform: 'node',
  tsconfig: TSCONFIG,
  external: /^(?!@curvewell\/)[^./]/,
  transform: {
    target: OLDEST_NODE.target,
    inject: { 'Map.groupBy': [...OLDEST_NODE.inject['Map.groupBy']] },
  },
  plugins: [dts({ tsconfig: TSCONFIG })],
  output: { dir: 'dist', cleanDir: true },
});
