-- Negative controls are counted without their peaks.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "control_point_counted_idx" ON "control_point" ("series_id", "read_at") INCLUDE ("call", "has_peak");
