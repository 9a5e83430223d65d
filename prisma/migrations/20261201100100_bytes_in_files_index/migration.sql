CREATE INDEX CONCURRENTLY IF NOT EXISTS run_file_with_bytes_idx ON run_file (run_id) WHERE content IS NOT NULL;
