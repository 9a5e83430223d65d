import type { Db, Tx } from '../../database/db.ts';
import { AppError } from '../../errors.ts';

function taken(field: 'login' | 'email', value: string): AppError {
  const message = field === 'login' ? 'This login is taken.' : 'This e-mail is taken.';
  return new AppError('name-taken', message, {
    issues: [{ path: ['body', field], message }],
    details: { kind: field === 'login' ? 'Login' : 'E-mail', name: value },
  });
}

/** A login is never reused, not even that of a deleted user. @throws AppError `name-taken` */
export async function refuseTakenLogin(db: Db | Tx, login: string): Promise<void> {
  if ((await db.appUser.count({ where: { login } })) > 0) throw taken('login', login);
}

/** @throws AppError `name-taken` when another user has the address */
export async function refuseTakenEmail(db: Db | Tx, email: string, userId: string | null): Promise<void> {
  const where = { email, ...(userId !== null && { NOT: { id: userId } }) };
  if ((await db.appUser.count({ where })) > 0) throw taken('email', email);
}
