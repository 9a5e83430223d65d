const STATEMENT = /^\s*(\w+)/;
const TABLE = /\b(?:FROM|INTO|UPDATE)\s+(?:"?public"?\.)?"?([a-z_]+)"?/i;
/** Of long statements only the beginning is looked at. */
const LOOKED_AT = 4_000;

/** What a statement does, and to which table: `SELECT run`. Never what it looks for. */
export function statementName(query: unknown): string {
  const text = typeof query === 'string' ? query : ((query as { readonly text?: string } | null)?.text ?? '');
  const begin = text.slice(0, LOOKED_AT);
  const verb = (STATEMENT.exec(begin)?.[1] ?? 'statement').toUpperCase();
  const table = TABLE.exec(begin)?.[1];
  return table === undefined ? verb : `${verb} ${table.toLowerCase()}`;
}
