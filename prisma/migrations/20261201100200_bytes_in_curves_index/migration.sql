CREATE INDEX CONCURRENTLY IF NOT EXISTS run_curves_with_bytes_idx ON run_curves (run_id) WHERE packed IS NOT NULL;
