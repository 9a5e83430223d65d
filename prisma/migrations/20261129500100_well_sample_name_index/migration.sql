-- Samples by the beginning of their name, in order; without controls and standards, whose names recur on every plate.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "well_sample_name_idx" ON "well" ("laboratory_id", lower("name") text_pattern_ops, "run_id") WHERE "name" IS NOT NULL AND ("sample_type" IS NULL OR "sample_type" IN ('BLOOD', 'DNA'));
