import type { Tx } from '../../database/db.ts';
import { AppError } from '../../errors.ts';

/** @param place - path of the name in the body */
export function laboratoryNameTaken(name: string, place: readonly (string | number)[]): AppError {
  const message = 'This name is taken.';
  return new AppError('name-taken', message, {
    issues: [{ path: ['body', ...place], message }],
    details: { kind: 'Laboratory', name },
  });
}

/**
 * Names are compared by the database, ignoring case. Of two concurrent inserts, the unique index refuses the
 * second, whose transaction then restarts.
 *
 * @throws AppError `name-taken` for the first name that is taken or repeated
 */
export async function refuseTakenNames(tx: Tx, names: readonly string[]): Promise<void> {
  const evaluated = await tx.$queryRaw<{ name: string; isTaken: boolean }[]>`
    SELECT n.name,
      EXISTS (SELECT 1 FROM laboratory l WHERE lower(l.name) = lower(n.name))
        OR row_number() OVER (PARTITION BY lower(n.name) ORDER BY n.place) > 1 AS "isTaken"
    FROM unnest(${[...names]}::text[]) WITH ORDINALITY AS n (name, place)
    ORDER BY n.place`;
  const place = evaluated.findIndex(({ isTaken }) => isTaken);
  const taken = evaluated[place];
  if (taken !== undefined) throw laboratoryNameTaken(taken.name, [place, 'name']);
}
