import { transaction, type Db } from '../db.ts';
import { seedReference } from './reference.ts';

/** Fills a database with the analysers and kits that a newcomer starts from. Running it again changes nothing. */
export const seedReferenceData = (db: Db): Promise<void> => transaction({ db }, seedReference);
