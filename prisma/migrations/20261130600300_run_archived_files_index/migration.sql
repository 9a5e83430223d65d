-- Words in most file names are counted along this index. Names are no longer than those of the index by name.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "run_archived_files_idx" ON "run" ("laboratory_id", "business_id") INCLUDE ("file_name") WHERE "archived_at" IS NOT NULL;
