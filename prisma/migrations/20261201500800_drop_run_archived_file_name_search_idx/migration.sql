DROP INDEX CONCURRENTLY IF EXISTS "run_archived_file_name_search_idx";
