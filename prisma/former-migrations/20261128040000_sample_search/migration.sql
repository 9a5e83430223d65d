-- Who looked at a sample: runs are found by the names of their wells.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "well_name_search_idx" ON "well" USING GIN (lower("name") gin_trgm_ops);
