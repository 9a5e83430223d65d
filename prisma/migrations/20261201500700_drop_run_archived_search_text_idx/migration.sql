DROP INDEX CONCURRENTLY IF EXISTS "run_archived_search_text_idx";
