CREATE INDEX CONCURRENTLY IF NOT EXISTS "run_archived_search_text_idx" ON "run" USING GIN ("search_text" gin_trgm_ops) WHERE "archived_at" IS NOT NULL;
