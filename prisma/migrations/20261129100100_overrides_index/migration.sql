CREATE INDEX CONCURRENTLY IF NOT EXISTS "interpreted_well_diagnostic_interpretation_id_well_id_at_idx" ON "interpreted_well_diagnostic" ("interpretation_id", "well_id", "at");
