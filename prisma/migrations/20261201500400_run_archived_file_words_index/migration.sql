CREATE INDEX CONCURRENTLY IF NOT EXISTS "run_archived_file_words_idx" ON "run" USING GIN ("laboratory_id", "file_name" gin_trgm_ops) WHERE "archived_at" IS NOT NULL;
