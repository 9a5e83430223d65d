import { randomUUIDv7 } from 'node:crypto';

/**
 * The id of a new row: a UUID of version 7, which begins with the time, so that indexes grow at their end. The models'
 * `uuid(7)` and the database's `new_id()` give the same. It reveals when the row was created and is not secret: tokens, claims and
 * keys are random.
 */
export const newId = (): string => randomUUIDv7();
