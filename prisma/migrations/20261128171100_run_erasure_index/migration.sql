CREATE INDEX CONCURRENTLY IF NOT EXISTS "run_erasure_idx" ON "run" ("laboratory_id", "deletion_date", "business_id") WHERE "archived_at" IS NOT NULL AND "deletion_date" IS NOT NULL;
