import { textOf } from './early-commit.ts';

const STATEMENT = /^\s*(\w+)/;
const TABLE = /\b(?:FROM|INTO|UPDATE)\s+(?:"?public"?\.)?"?([a-z_]+)"?/i;
/** Only the beginning of a long statement is parsed. */
const LOOKED_AT = 4_000;

/** The operation and table of a statement: `SELECT run`. Never includes parameters. */
export function statementName(query: unknown): string {
  const begin = textOf(query).slice(0, LOOKED_AT);
  const verb = (STATEMENT.exec(begin)?.[1] ?? 'statement').toUpperCase();
  const table = TABLE.exec(begin)?.[1];
  return table === undefined ? verb : `${verb} ${table.toLowerCase()}`;
}
