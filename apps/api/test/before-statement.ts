import pg from 'pg';

type Query = (this: pg.Client, ...args: readonly unknown[]) => unknown;

/** Does work, and before this process first sends a statement with the given text, makes a change. */
export async function beforeStatement<Answer>(
  text: string,
  change: () => Promise<unknown>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const prototype = pg.Client.prototype as unknown as { query: Query }; // of several signatures
  const { query } = prototype;
  const restore = () => Object.assign(prototype, { query });
  prototype.query = function (...args) {
    const [first] = args;
    const sent = typeof first === 'string' ? first : (first as { readonly text?: string }).text;
    if (sent?.includes(text) !== true) return query.apply(this, [...args]);
    restore();
    return change().then(() => query.apply(this, [...args]));
  };
  try {
    return await work();
  } finally {
    restore();
  }
}
