-- In two statements each: in one, PostgreSQL drops the constraint first, and then reads the whole table.
ALTER TABLE "run_kit" ALTER COLUMN "laboratory_id" SET NOT NULL;
ALTER TABLE "run_kit" DROP CONSTRAINT "run_kit_has_laboratory";
ALTER TABLE "run_used_pair" ALTER COLUMN "laboratory_id" SET NOT NULL;
ALTER TABLE "run_used_pair" DROP CONSTRAINT "run_used_pair_has_laboratory";
ALTER TABLE "run_kit_lot" ALTER COLUMN "laboratory_id" SET NOT NULL;
ALTER TABLE "run_kit_lot" DROP CONSTRAINT "run_kit_lot_has_laboratory";
ALTER TABLE "record_check" ALTER COLUMN "laboratory_id" SET NOT NULL;
ALTER TABLE "record_check" DROP CONSTRAINT "record_check_has_laboratory";
ALTER TABLE "interpretation_claim" ALTER COLUMN "laboratory_id" SET NOT NULL;
ALTER TABLE "interpretation_claim" DROP CONSTRAINT "interpretation_claim_has_laboratory";
ALTER TABLE "time_stamp" ALTER COLUMN "laboratory_id" SET NOT NULL;
ALTER TABLE "time_stamp" DROP CONSTRAINT "time_stamp_has_laboratory";
ALTER TABLE "delivery_log" ALTER COLUMN "laboratory_id" SET NOT NULL;
ALTER TABLE "delivery_log" DROP CONSTRAINT "delivery_log_has_laboratory";
ALTER TABLE "control_peak" ALTER COLUMN "laboratory_id" SET NOT NULL;
ALTER TABLE "control_peak" DROP CONSTRAINT "control_peak_has_laboratory";
DROP FUNCTION fill_laboratory_ids(text, bigint, bigint);

-- As they were before the columns were filled.
CREATE OR REPLACE FUNCTION keep_rows_of_run()
    RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
DECLARE named RECORD;
BEGIN
  IF TG_TABLE_NAME IN ('blob', 'run_file', 'run_curves') AND moves_blobs() THEN RETURN NULL; END IF;
  IF (TG_TABLE_NAME, TG_OP) IN (('channel_analysis', 'UPDATE'), ('earlier_well', 'DELETE')) AND packs_results() THEN RETURN NULL; END IF;
  PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT run_id FROM changed));
  IF TG_OP = 'UPDATE' THEN PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT run_id FROM former)); END IF;
  IF TG_TABLE_NAME = 'blob' THEN
    FOR named IN SELECT c.run_id, c.sha256 FROM changed c JOIN run r ON r.id = c.run_id WHERE is_named(c.run_id, c.sha256) LIMIT 1 LOOP
      RAISE EXCEPTION 'run % names the blob %', named.run_id, named.sha256 USING ERRCODE = 'insufficient_privilege';
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION keep_lots_of_kit()
    RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
DECLARE ids UUID[] := ARRAY(SELECT DISTINCT run_kit_id FROM changed);
BEGIN
  IF TG_OP = 'UPDATE' THEN ids := ids || ARRAY(SELECT DISTINCT run_kit_id FROM former); END IF;
  PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT run_id FROM run_kit WHERE id = ANY (ids)));
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION keep_rows_of_reading()
    RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
DECLARE ids UUID[] := ARRAY(SELECT DISTINCT reading_id FROM changed);
BEGIN
  IF TG_OP = 'UPDATE' THEN ids := ids || ARRAY(SELECT DISTINCT reading_id FROM former); END IF;
  PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT run_id FROM control_reading WHERE id = ANY (ids)));
  RETURN NULL;
END $$;
