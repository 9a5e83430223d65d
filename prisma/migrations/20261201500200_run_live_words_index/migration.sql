-- Beginning with the laboratory: words of others are not read.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "run_live_words_idx" ON "run" USING GIN ("laboratory_id", "search_text" gin_trgm_ops) WHERE "archived_at" IS NULL;
