import { defineConfig } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

import { OLDEST_NODE } from './oldest-node.ts';

/** Its paths name the part of the domain that is published along. */
const TSCONFIG = 'published/tsconfig.json';

/**
 * How a library is built to be published: one module and one file of types. What it uses of the domain is in them;
 * packages of others stay imports, and `manifest.mjs` makes them its dependencies.
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
