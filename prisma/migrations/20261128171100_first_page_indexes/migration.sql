CREATE INDEX CONCURRENTLY IF NOT EXISTS "run_erasure_idx" ON "run" ("laboratory_id", "deletion_date", "business_id") WHERE "archived_at" IS NOT NULL AND "deletion_date" IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS "control_reading_failed_idx" ON "control_reading" ("laboratory_id", "read_at") WHERE "broken_rule" IS NOT NULL OR "call" = 'TEST_KO';
