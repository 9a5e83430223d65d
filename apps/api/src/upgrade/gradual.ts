import type pg from 'pg';

import { withShortLocks } from './with-short-locks.ts';
import { chainAudit } from './chain-audit.ts';
import { concurrently } from './concurrently.ts';
import { exchangeKeys, fillLaboratoryIds, oneKeyAtATime } from './laboratory-keys.ts';
import type { Progress } from './progress.ts';

type Gradual = (client: pg.Client, progress: Progress, statements: readonly string[]) => Promise<void>;

/**
 * Migrations of former releases that would lock a large table for long, and later ones that fill rows or lock many
 * tables in one transaction. A database with data gets the same tables and indexes step by step. Each step can be
 * repeated. Others need no form here: `test/migration-rules.test.ts` refuses long locks.
 */
export const GRADUAL: Readonly<Record<string, Gradual>> = {
  '20261122085830_run_list_indexes': concurrently,
  '20261122183500_run_status_age_indexes': concurrently,
  '20261122220500_run_undecided_index': concurrently,
  '20261122221000_runs_not_sent': concurrently,
  '20261123002716_audit_chain': chainGradually,
  '20261123005500_audit_lists': concurrently,
  '20261202700100_fill_laboratory_ids': fillLaboratoryIds,
  '20261202700600_references_name_the_laboratory': oneKeyAtATime,
  '20261202700700_references_proved': oneKeyAtATime,
  '20261202700800_drop_references_by_id': exchangeKeys,
};

const CHAIN_COLUMNS = `
  ALTER TABLE "audit_event" ADD COLUMN IF NOT EXISTS "actor_role" TEXT,
    ADD COLUMN IF NOT EXISTS "address" TEXT,
    ADD COLUMN IF NOT EXISTS "brought_in" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN IF NOT EXISTS "hash" CHAR(64),
    ADD COLUMN IF NOT EXISTS "number" BIGINT,
    ADD COLUMN IF NOT EXISTS "previous_hash" CHAR(64);
  CREATE TABLE IF NOT EXISTS "audit_head" (
    "chain" UUID NOT NULL,
    "number" BIGINT NOT NULL,
    "hash" CHAR(64) NOT NULL,
    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("chain")
  )`;
const ALL_CHAINED = 'audit_event_all_chained';
/** From then on no unchained entry can be inserted. */
const REQUIRE_CHAINED = `
  ALTER TABLE "audit_event" DROP CONSTRAINT IF EXISTS "${ALL_CHAINED}";
  ALTER TABLE "audit_event" ADD CONSTRAINT "${ALL_CHAINED}"
    CHECK ("hash" IS NOT NULL AND "number" IS NOT NULL AND "previous_hash" IS NOT NULL) NOT VALID`;
/** With a validated constraint, PostgreSQL skips the scan. */
const NEVER_NULL = `
  ALTER TABLE "audit_event" ALTER COLUMN "hash" SET NOT NULL,
    ALTER COLUMN "number" SET NOT NULL,
    ALTER COLUMN "previous_hash" SET NOT NULL;
  ALTER TABLE "audit_event" DROP CONSTRAINT "${ALL_CHAINED}"`;

/** Chains entries before the indexes on the chain exist, which is several times as fast. */
async function chainGradually(
  client: pg.Client,
  progress: Progress,
  statements: readonly string[],
): Promise<void> {
  await withShortLocks(client, progress, () => client.query(CHAIN_COLUMNS));
  await chainAudit(client, progress);
  await withShortLocks(client, progress, () => client.query(REQUIRE_CHAINED));
  // Entries added meanwhile.
  await chainAudit(client, progress);
  await progress.step('every audit entry is chained: checked');
  await client.query(`ALTER TABLE "audit_event" VALIDATE CONSTRAINT "${ALL_CHAINED}"`);
  await withShortLocks(client, progress, () => client.query(NEVER_NULL));
  await concurrently(
    client,
    progress,
    statements.filter((statement) => / INDEX "/.test(statement)),
  );
}
