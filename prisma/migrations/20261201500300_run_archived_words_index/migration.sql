CREATE INDEX CONCURRENTLY IF NOT EXISTS "run_archived_words_idx" ON "run" USING GIN ("laboratory_id", "search_text" gin_trgm_ops) WHERE "archived_at" IS NOT NULL;
