-- The key of a partitioned table contains what it is partitioned by.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "audit_event_id_at_key" ON "audit_event" ("id", "at");
