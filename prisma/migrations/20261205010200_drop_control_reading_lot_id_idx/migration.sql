-- The index above begins with the lot as well.
DROP INDEX CONCURRENTLY IF EXISTS "control_reading_lot_id_idx";
