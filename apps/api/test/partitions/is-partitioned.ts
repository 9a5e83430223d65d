import { it } from 'vitest';

/** Set by `pnpm test:partitions`: the databases of all tests have their runs in partitions. */
export const isPartitioned = process.env['PARTITIONS'] === '1';

/** A test of what tables with partitions do not have, which says why. */
export const itOnPlainTables = (why: string): typeof it =>
  (isPartitioned ? it.skipIf(why !== '') : it) as typeof it;
