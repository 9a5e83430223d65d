import { recordAudit, type AuditActor } from '../audit/record-audit.ts';
import { transaction, type Db } from '../database/db.ts';
import { seedReference, seedSamples } from './reference.ts';

export { seedSamples };

/** Nobody works yet whom it could hold up, and a machine that has just started may be slow. */
const TIMEOUT_MS = 60_000;

/** Fills a database with the analysers and the results of controls. Running it again changes nothing. */
export const seedReferenceData = (db: Db): Promise<void> =>
  transaction({ db, timeoutMs: TIMEOUT_MS }, seedReference);

/**
 * Installs the sample kits that are not there. Runs with them are trials, save in laboratories for demonstration.
 *
 * @returns the names of the kits that were installed
 */
export const installSampleKits = (db: Db, actor: AuditActor): Promise<readonly string[]> =>
  transaction({ db, timeoutMs: TIMEOUT_MS }, async (tx) => {
    const kits = await seedSamples(tx);
    if (kits.length > 0)
      await recordAudit(tx, actor, {
        action: 'kit.install-samples',
        entity: 'kit',
        entityId: null,
        details: { kits: [...kits] },
      });
    return kits;
  });
