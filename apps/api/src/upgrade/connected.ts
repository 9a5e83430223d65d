import pg from 'pg';

/** @throws Error with the reason why the database cannot be reached */
export async function connected(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // The next query reports a broken connection.
  client.on('error', () => undefined);
  await client.connect().catch((cause: unknown) => {
    throw new Error(`The database cannot be reached: ${reasonOf(cause)}`, { cause });
  });
  return client;
}

/** A name with several addresses gives one error for each. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
