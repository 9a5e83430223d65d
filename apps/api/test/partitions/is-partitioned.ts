import { it } from 'vitest';

/** Set by `pnpm test:partitions`: the databases of all tests have their runs in partitions. */
export const isPartitioned = process.env['PARTITIONS'] === '1';

/** For a test of what only tables without partitions have; a comment beside it says why. */
export const itOnPlainTables = it.skipIf(isPartitioned);
