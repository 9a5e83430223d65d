import { fileURLToPath } from 'node:url';

/** How published packages are compiled, so that the oldest Node that they name in `engines` runs them. */
export const OLDEST_NODE = {
  target: 'node20',
  inject: { 'Map.groupBy': [fileURLToPath(new URL('group-by.ts', import.meta.url)), 'groupBy'] },
} as const;
