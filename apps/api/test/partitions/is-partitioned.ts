import { it } from 'vitest';

/** Set by `pnpm test:partitions`: the databases of all tests have their runs in partitions. */
export const isPartitioned = process.env['PARTITIONS'] === '1';

/** For a test of something that only tables without partitions have; a comment beside it gives the reason. */
export const itOnPlainTables = it.skipIf(isPartitioned);

/** Selects the ids of the tables with the rows of a table: itself, or its partitions. */
export const leavesOf = (table: string): string =>
  `SELECT oid FROM pg_class WHERE relkind = 'r'
   AND (oid = '${table}'::regclass OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = '${table}'::regclass))`;
