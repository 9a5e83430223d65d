DROP INDEX CONCURRENTLY IF EXISTS "seen_well_diagnostic_id_idx";
