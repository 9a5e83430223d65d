CREATE INDEX CONCURRENTLY IF NOT EXISTS "interpretation_unpacked_idx" ON "interpretation" ("id") WHERE "results" IS NULL;
