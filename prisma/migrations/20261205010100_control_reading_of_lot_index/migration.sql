-- The readings of a lot in a laboratory, newest first: a lot is shared, and most of its readings may be those of others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "control_reading_lot_id_laboratory_id_read_at_idx" ON "control_reading" ("lot_id", "laboratory_id", "read_at");
