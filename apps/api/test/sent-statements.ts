import pg from 'pg';

/** A statement as sent to PostgreSQL. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

type Query = (this: pg.Client, ...args: readonly unknown[]) => unknown;

/** The statements that this process sends over any connection while work runs. They are also executed. */
export async function sentStatements(work: () => Promise<unknown>): Promise<readonly SentStatement[]> {
  const sent: SentStatement[] = [];
  const prototype = pg.Client.prototype as unknown as { query: Query }; // of several signatures
  const { query } = prototype;
  const record: Query = function (...args) {
    const [first, second] = args;
    const { text, values } =
      typeof first === 'string'
        ? { text: first, values: second }
        : (first as { text?: string; values?: unknown });
    if (text !== undefined) sent.push({ text, values: Array.isArray(values) ? values : [] });
    return query.apply(this, [...args]);
  };
  prototype.query = record;
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return sent;
}
