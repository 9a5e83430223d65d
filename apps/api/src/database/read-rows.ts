import type { Prisma } from '../generated/prisma/client.ts';
import { isOpened, openedOf, type Db, type Tx } from './opened.ts';

/**
 * Reads rows through the driver; inside a transaction, through the client. Use it for columns of a megabyte, which
 * the client copies four times, and for frequent queries such as lists: the client costs a millisecond a
 * statement.
 */
export async function readRows<Row extends object>(db: Db | Tx, sql: Prisma.Sql): Promise<Row[]> {
  if (!isOpened(db)) return db.$queryRaw<Row[]>(sql);
  const { rows } = await openedOf(db).pool.query<Row>(sql.text, [...sql.values]);
  return rows;
}
