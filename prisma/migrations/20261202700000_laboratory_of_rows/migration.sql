-- Each row of a run names its laboratory, so that the key of its table and its references can contain it.
-- Filled by the next migration, then NOT NULL.
ALTER TABLE "run_kit" ADD COLUMN "laboratory_id" UUID;
ALTER TABLE "run_used_pair" ADD COLUMN "laboratory_id" UUID;
ALTER TABLE "run_kit_lot" ADD COLUMN "laboratory_id" UUID;
ALTER TABLE "record_check" ADD COLUMN "laboratory_id" UUID;
ALTER TABLE "interpretation_claim" ADD COLUMN "laboratory_id" UUID;
ALTER TABLE "time_stamp" ADD COLUMN "laboratory_id" UUID;
ALTER TABLE "delivery_log" ADD COLUMN "laboratory_id" UUID;
ALTER TABLE "control_peak" ADD COLUMN "laboratory_id" UUID;

-- Processes of the former release do not name it.
CREATE FUNCTION take_laboratory_id() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  EXECUTE format('SELECT laboratory_id FROM %I WHERE id = $1', TG_ARGV[0]) INTO NEW.laboratory_id
    USING (to_jsonb(NEW) ->> TG_ARGV[1])::uuid;
  RETURN NEW;
END $$;
CREATE TRIGGER run_kit_of_former_release BEFORE INSERT OR UPDATE ON "run_kit"
  FOR EACH ROW WHEN (NEW.laboratory_id IS NULL) EXECUTE FUNCTION take_laboratory_id('run', 'run_id');
CREATE TRIGGER run_used_pair_of_former_release BEFORE INSERT OR UPDATE ON "run_used_pair"
  FOR EACH ROW WHEN (NEW.laboratory_id IS NULL) EXECUTE FUNCTION take_laboratory_id('run', 'run_id');
CREATE TRIGGER run_kit_lot_of_former_release BEFORE INSERT OR UPDATE ON "run_kit_lot"
  FOR EACH ROW WHEN (NEW.laboratory_id IS NULL) EXECUTE FUNCTION take_laboratory_id('run_kit', 'run_kit_id');
CREATE TRIGGER record_check_of_former_release BEFORE INSERT OR UPDATE ON "record_check"
  FOR EACH ROW WHEN (NEW.laboratory_id IS NULL) EXECUTE FUNCTION take_laboratory_id('run', 'run_id');
CREATE TRIGGER interpretation_claim_of_former_release BEFORE INSERT OR UPDATE ON "interpretation_claim"
  FOR EACH ROW WHEN (NEW.laboratory_id IS NULL) EXECUTE FUNCTION take_laboratory_id('run', 'run_id');
CREATE TRIGGER time_stamp_of_former_release BEFORE INSERT OR UPDATE ON "time_stamp"
  FOR EACH ROW WHEN (NEW.laboratory_id IS NULL) EXECUTE FUNCTION take_laboratory_id('run_decision', 'decision_id');
CREATE TRIGGER delivery_log_of_former_release BEFORE INSERT OR UPDATE ON "delivery_log"
  FOR EACH ROW WHEN (NEW.laboratory_id IS NULL) EXECUTE FUNCTION take_laboratory_id('delivery', 'delivery_id');
CREATE TRIGGER control_peak_of_former_release BEFORE INSERT OR UPDATE ON "control_peak"
  FOR EACH ROW WHEN (NEW.laboratory_id IS NULL) EXECUTE FUNCTION take_laboratory_id('control_reading', 'reading_id');

-- Fills rows in some pages of a table. A locked row is left for the next round, so that nobody waits.
CREATE FUNCTION fill_laboratory_ids(of_table text, first_page bigint, pages bigint) RETURNS bigint
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  parent TEXT;
  reference TEXT;
  filled BIGINT;
BEGIN
  SELECT p, r INTO parent, reference FROM (VALUES
    ('run_kit', 'run', 'run_id'),
    ('run_used_pair', 'run', 'run_id'),
    ('run_kit_lot', 'run_kit', 'run_kit_id'),
    ('record_check', 'run', 'run_id'),
    ('interpretation_claim', 'run', 'run_id'),
    ('time_stamp', 'run_decision', 'decision_id'),
    ('delivery_log', 'delivery', 'delivery_id'),
    ('control_peak', 'control_reading', 'reading_id')
  ) AS known(t, p, r) WHERE t = of_table;
  EXECUTE format('UPDATE %1$I c SET laboratory_id = p.laboratory_id FROM %2$I p
    WHERE p.id = c.%3$I AND c.ctid = ANY (ARRAY(SELECT ctid FROM %1$I
      WHERE ctid >= $1 AND ctid < $2 AND laboratory_id IS NULL FOR UPDATE SKIP LOCKED))', of_table, parent, reference)
    USING format('(%s,0)', first_page)::tid, format('(%s,0)', first_page + pages)::tid;
  GET DIAGNOSTICS filled = ROW_COUNT;
  RETURN filled;
END $$;
REVOKE ALL ON FUNCTION take_laboratory_id(), fill_laboratory_ids(text, bigint, bigint) FROM PUBLIC;

-- Until the column is NOT NULL: rows of decided runs may get their laboratory, and change in nothing else.
CREATE OR REPLACE FUNCTION keep_rows_of_run()
    RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
DECLARE named RECORD;
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME IN ('run_kit', 'run_used_pair') THEN
    IF NOT EXISTS (SELECT FROM former WHERE laboratory_id IS NOT NULL) AND NOT EXISTS (
      SELECT to_jsonb(f) - 'laboratory_id' FROM former f EXCEPT ALL SELECT to_jsonb(c) - 'laboratory_id' FROM changed c) THEN
      RETURN NULL;
    END IF;
  END IF;
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
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (SELECT FROM former WHERE laboratory_id IS NOT NULL) AND NOT EXISTS (
      SELECT to_jsonb(f) - 'laboratory_id' FROM former f EXCEPT ALL SELECT to_jsonb(c) - 'laboratory_id' FROM changed c) THEN
      RETURN NULL;
    END IF;
  END IF;
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
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME IN ('control_peak') THEN
    IF NOT EXISTS (SELECT FROM former WHERE laboratory_id IS NOT NULL) AND NOT EXISTS (
      SELECT to_jsonb(f) - 'laboratory_id' FROM former f EXCEPT ALL SELECT to_jsonb(c) - 'laboratory_id' FROM changed c) THEN
      RETURN NULL;
    END IF;
  END IF;
  IF TG_OP = 'UPDATE' THEN ids := ids || ARRAY(SELECT DISTINCT reading_id FROM former); END IF;
  PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT run_id FROM control_reading WHERE id = ANY (ids)));
  RETURN NULL;
END $$;

-- Statements name constraints, and not their columns: in a partitioned table these begin with the laboratory.
ALTER TABLE "channel_analysis" ADD CONSTRAINT "channel_analysis_run_id_channel_key" UNIQUE USING INDEX "channel_analysis_run_id_channel_key";
ALTER TABLE "control_reading" ADD CONSTRAINT "control_reading_well_id_key" UNIQUE USING INDEX "control_reading_well_id_key";
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_run_id_key" UNIQUE USING INDEX "delivery_run_id_key";
CREATE OR REPLACE FUNCTION note_wells(of_run uuid)
    RETURNS void
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
BEGIN
  WITH now AS MATERIALIZED (SELECT * FROM samples_of(of_run)),
  gone AS (
    DELETE FROM run_sample s WHERE s.run_id = of_run AND NOT EXISTS (
      SELECT FROM now n WHERE (n.name, n.is_sample) = (s.name, s.is_sample))
  )
  INSERT INTO run_sample AS s SELECT n.* FROM now n
    WHERE NOT EXISTS (SELECT FROM run_sample o WHERE (o.run_id, o.name, o.is_sample, o."position") = (n.run_id, n.name, n.is_sample, n."position"))
  ON CONFLICT ON CONSTRAINT run_sample_pkey DO UPDATE SET "position" = excluded."position";

  WITH now AS MATERIALIZED (SELECT * FROM well_uses_of(of_run)),
  gone AS (
    DELETE FROM run_well_use u WHERE u.run_id = of_run AND NOT EXISTS (
      SELECT FROM now n WHERE (n.kit_version_id, n.lot_id, n.reaction_buffer_id, n.expected_diagnostic_id)
        IS NOT DISTINCT FROM (u.kit_version_id, u.lot_id, u.reaction_buffer_id, u.expected_diagnostic_id))
  )
  INSERT INTO run_well_use (id, run_id, laboratory_id, kit_version_id, lot_id, reaction_buffer_id, expected_diagnostic_id)
  SELECT new_id(), n.* FROM now n WHERE NOT EXISTS (
    SELECT FROM run_well_use u WHERE u.run_id = of_run
      AND (n.kit_version_id, n.lot_id, n.reaction_buffer_id, n.expected_diagnostic_id)
        IS NOT DISTINCT FROM (u.kit_version_id, u.lot_id, u.reaction_buffer_id, u.expected_diagnostic_id));

  DELETE FROM run_used_pair p WHERE p.run_id = of_run AND NOT EXISTS (
    SELECT FROM run_well_use u WHERE u.run_id = of_run AND (u.kit_version_id, u.reaction_buffer_id) = (p.kit_version_id, p.reaction_buffer_id));
  INSERT INTO run_used_pair (run_id, laboratory_id, kit_version_id, reaction_buffer_id)
  SELECT DISTINCT u.run_id, u.laboratory_id, u.kit_version_id, u.reaction_buffer_id FROM run_well_use u
  WHERE u.run_id = of_run AND u.kit_version_id IS NOT NULL AND u.reaction_buffer_id IS NOT NULL
  ON CONFLICT DO NOTHING;
END $$;
CREATE OR REPLACE FUNCTION record_controls(recorded uuid)
    RETURNS void
    LANGUAGE plpgsql
AS $$
BEGIN
  -- In one order, so that runs that are recorded at the same time wait for one another and not in a circle.
  INSERT INTO control_series (laboratory_id, kit_id, reaction_buffer_id, analyser_id, channel, sample_type, expected)
  SELECT DISTINCT laboratory_id, kit_id, reaction_buffer_id, analyser_id, channel, sample_type, expected
  FROM control_well WHERE run_id = recorded
  ORDER BY laboratory_id, kit_id, reaction_buffer_id, analyser_id, channel, sample_type, expected
  ON CONFLICT DO NOTHING;

  INSERT INTO control_reading (laboratory_id, series_id, run_id, well_id, kit_version_id, lot_id, read_at, call)
  SELECT w.laboratory_id, s.id, w.run_id, w.well_id, w.kit_version_id, w.lot_id, w.read_at, w.call
  FROM control_well w JOIN control_series s
    USING (laboratory_id, kit_id, reaction_buffer_id, analyser_id, channel, sample_type, expected)
  WHERE w.run_id = recorded
  ON CONFLICT ON CONSTRAINT control_reading_well_id_key DO UPDATE SET series_id = excluded.series_id, kit_version_id = excluded.kit_version_id,
    lot_id = excluded.lot_id, read_at = excluded.read_at, call = excluded.call;

  DELETE FROM control_peak p USING control_reading r WHERE p.reading_id = r.id AND r.run_id = recorded;
  INSERT INTO control_peak (reading_id, laboratory_id, phase, place, zone, tm, tm_error, height, quality, counted)
  SELECT r.id, r.laboratory_id, (phase.told->>'type')::phase_type, peak.place, peak.told->>'zone', (peak.told->>'tm')::float8,
    (peak.told->>'tmError')::float8, (peak.told->>'height')::float8, (peak.told->>'quality')::float8,
    (peak.told->>'accepted')::boolean
  FROM interpretation i CROSS JOIN LATERAL results_of(i.id) AS x
    JOIN control_reading r ON r.well_id = x.well_id AND r.run_id = recorded
    CROSS JOIN LATERAL jsonb_array_elements(x.explanation->'phases') AS phase(told)
    CROSS JOIN LATERAL jsonb_array_elements(phase.told->'peaks') WITH ORDINALITY AS peak(told, place)
  WHERE i.run_id = recorded;

  PERFORM note_control_points(ARRAY[recorded]);
END
$$;
