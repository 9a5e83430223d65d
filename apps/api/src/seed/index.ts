import { recordAudit, type AuditActor } from '../audit/record-audit.ts';
import { catalogueAddress } from '../clusters/one-of-several.ts';
import { transaction, type Db } from '../database/db.ts';
import { seedReference, seedSamples } from './reference.ts';

export { seedSamples };

/** Long, because nobody waits at the first start and the machine may be slow. */
const TIMEOUT_MS = 60_000;

/** Seeds analysers and results of controls, unless another cluster's are copied. Idempotent. */
export const seedReferenceData = (db: Db): Promise<void> =>
  transaction({ db, timeoutMs: TIMEOUT_MS }, async (tx) => {
    if ((await catalogueAddress(tx)) === null) await seedReference(tx);
  });

/**
 * Installs missing sample kits. Runs with them are trial runs, except in demonstration laboratories.
 *
 * @returns the names of the installed kits
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
