CREATE INDEX CONCURRENTLY IF NOT EXISTS "run_live_long_text_idx" ON "run" ("laboratory_id", "status", "business_id") WHERE "archived_at" IS NULL AND octet_length("search_text") > 2000;
