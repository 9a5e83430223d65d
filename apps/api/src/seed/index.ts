import { transaction, type Db } from '../db.ts';
import { seedReference } from './reference.ts';

/** Nobody works yet whom it could hold up, and a machine that has just started may be slow. */
const TIMEOUT_MS = 60_000;

/** Fills a database with the analysers and kits that a newcomer starts from. Running it again changes nothing. */
export const seedReferenceData = (db: Db): Promise<void> =>
  transaction({ db, timeoutMs: TIMEOUT_MS }, seedReference);
