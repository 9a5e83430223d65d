CREATE INDEX CONCURRENTLY IF NOT EXISTS "control_reading_failed_idx" ON "control_reading" ("laboratory_id", "read_at") WHERE "broken_rule" IS NOT NULL OR "call" = 'TEST_KO';
