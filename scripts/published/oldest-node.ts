import { fileURLToPath } from 'node:url';

/** Compile target of published packages: the oldest Node in their `engines`. */
export const OLDEST_NODE = {
  target: 'node20',
  inject: { 'Map.groupBy': [fileURLToPath(new URL('group-by.ts', import.meta.url)), 'groupBy'] },
} as const;
