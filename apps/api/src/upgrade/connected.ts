import pg from 'pg';

/** @throws Error that states why it cannot be reached */
export async function connected(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A connection that breaks while nothing is asked: the next question fails.
  client.on('error', () => undefined);
  await client.connect().catch((cause: unknown) => {
    throw new Error(`The database cannot be reached: ${reasonOf(cause)}`, { cause });
  });
  return client;
}

/** Where a name has several addresses, each has an error of its own. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
