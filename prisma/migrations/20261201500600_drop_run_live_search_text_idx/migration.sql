DROP INDEX CONCURRENTLY IF EXISTS "run_live_search_text_idx";
