import type { Prisma } from '../generated/prisma/client.ts';
import { isOpened, openedOf, type Db, type Tx } from './opened.ts';

/**
 * Rows as the driver reads them; inside a transaction, as the client does. For columns of a megabyte, which on their
 * way through the client are copied four times, as text among others, and for what is asked all the time, such as
 * lists: the client alone costs a millisecond a statement.
 */
export async function readRows<Row extends object>(db: Db | Tx, sql: Prisma.Sql): Promise<Row[]> {
  if (!isOpened(db)) return db.$queryRaw<Row[]>(sql);
  const { rows } = await openedOf(db).pool.query<Row>(sql.text, [...sql.values]);
  return rows;
}
