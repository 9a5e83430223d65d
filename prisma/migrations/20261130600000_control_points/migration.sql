-- What the pages of controls read of each reading, in one place: so that a thousand readings are a few dozen pages of an index.
-- `fillIn` adds the points of laboratories whose `runs_counted_at` is null.
CREATE TABLE "control_point" (
    "reading_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "series_id" UUID NOT NULL,
    "read_at" TIMESTAMPTZ(6) NOT NULL,
    "run_id" UUID NOT NULL,
    "business_id" INTEGER NOT NULL,
    "position" TEXT NOT NULL,
    "is_date_known" BOOLEAN NOT NULL,
    "kit_version_id" UUID NOT NULL,
    "lot_id" UUID NOT NULL,
    "call" TEXT,
    "is_left_out" BOOLEAN NOT NULL,
    "has_peak" BOOLEAN NOT NULL,
    "peaks" TEXT,

    CONSTRAINT "control_point_pkey" PRIMARY KEY ("reading_id")
) WITH (
    -- Pages of the index alone are read where the table was vacuumed: after each 5,000 readings, however many there are.
    autovacuum_vacuum_insert_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0
);
ALTER TABLE "control_point" ADD CONSTRAINT "control_point_reading_id_fkey"
  FOREIGN KEY ("reading_id") REFERENCES "control_reading"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- The readings of a series, newest first, with all that pages show of them.
CREATE INDEX "control_point_series_id_read_at_idx" ON "control_point"("series_id", "read_at")
  INCLUDE ("reading_id", "run_id", "business_id", "position", "is_date_known", "kit_version_id", "lot_id", "call", "is_left_out",
    "has_peak", "peaks");

-- The peaks of a reading as JSON: phase, zone, Tm in °C, height in RFU/°C, quality, and whether it counts.
CREATE FUNCTION control_peaks_of(of_reading uuid) RETURNS text
    LANGUAGE sql STABLE
    AS $$
  SELECT coalesce(json_agg(json_build_array(p.phase, p.zone, p.tm, p.height, p.quality, p.counted) ORDER BY p.phase, p.place)::text, '[]')
  FROM control_peak p WHERE p.reading_id = of_reading
$$;

-- The columns of control_point, in its order. An entry of an index has at most 2,704 bytes: longer peaks are read where they are.
CREATE VIEW control_reading_point AS
  SELECT r.id AS reading_id, r.laboratory_id, r.series_id, r.read_at, r.run_id, run.business_id, w.position,
    run.run_date_source NOT IN ('IMPORT', 'UNKNOWN') AS is_date_known, r.kit_version_id, r.lot_id, r.call,
    r.left_out_at IS NOT NULL AS is_left_out,
    EXISTS (SELECT FROM control_peak p WHERE p.reading_id = r.id AND p.counted) AS has_peak,
    CASE WHEN octet_length(found.peaks) <= 1800 THEN found.peaks END AS peaks
  FROM control_reading r JOIN run ON run.id = r.run_id JOIN well w ON w.id = r.well_id
    -- OFFSET: asked once a reading.
    CROSS JOIN LATERAL (SELECT control_peaks_of(r.id) AS peaks OFFSET 0) found;

-- Makes the points of runs those of their readings. Returns how many it has taken away and added.
CREATE FUNCTION note_control_points(of_runs uuid[]) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  gone INTEGER;
  added INTEGER;
BEGIN
  DELETE FROM control_point o USING control_reading r
  WHERE o.reading_id = r.id AND r.run_id = ANY (of_runs) AND NOT EXISTS (
    SELECT FROM control_reading_point s
    WHERE s.run_id = ANY (of_runs) AND s.reading_id = o.reading_id AND ROW(s.*) IS NOT DISTINCT FROM ROW(o.*));
  GET DIAGNOSTICS gone = ROW_COUNT;
  INSERT INTO control_point SELECT s.* FROM control_reading_point s
  WHERE s.run_id = ANY (of_runs) AND NOT EXISTS (SELECT FROM control_point o WHERE o.reading_id = s.reading_id)
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS added = ROW_COUNT;
  RETURN gone + added;
END $$;

-- Corrects what triggers did not see.
CREATE FUNCTION recount_controls(of_laboratory uuid) RETURNS integer
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  SELECT note_control_points(ARRAY(SELECT DISTINCT run_id FROM control_reading WHERE laboratory_id = of_laboratory))
$$;

REVOKE ALL ON FUNCTION note_control_points(uuid[]), recount_controls(uuid) FROM PUBLIC;

-- A reading is excluded or included, or its run gets another date.
CREATE FUNCTION follow_control_reading() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  UPDATE control_point SET read_at = NEW.read_at, is_left_out = NEW.left_out_at IS NOT NULL,
    is_date_known = (SELECT run_date_source NOT IN ('IMPORT', 'UNKNOWN') FROM run WHERE id = NEW.run_id)
  WHERE reading_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER control_reading_followed AFTER UPDATE OF read_at, left_out_at ON control_reading
  FOR EACH ROW EXECUTE FUNCTION follow_control_reading();

CREATE OR REPLACE FUNCTION record_controls(recorded uuid) RETURNS void
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
  ON CONFLICT (well_id) DO UPDATE SET series_id = excluded.series_id, kit_version_id = excluded.kit_version_id,
    lot_id = excluded.lot_id, read_at = excluded.read_at, call = excluded.call;

  DELETE FROM control_peak p USING control_reading r WHERE p.reading_id = r.id AND r.run_id = recorded;
  INSERT INTO control_peak (reading_id, phase, place, zone, tm, tm_error, height, quality, counted)
  SELECT r.id, (phase.told->>'type')::phase_type, peak.place, peak.told->>'zone', (peak.told->>'tm')::float8,
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

-- What a run has of a kit version in each buffer, so that the runs of a kit are listed without their wells.
ALTER TABLE "run_use" ADD COLUMN "well_counts" INTEGER[] NOT NULL DEFAULT '{}';
ALTER TABLE "run_use" ADD COLUMN "failed_controls" BOOLEAN[] NOT NULL DEFAULT '{}';

CREATE OR REPLACE VIEW run_subject AS
  SELECT r.id AS run_id, u.subject_id, r.laboratory_id, r.business_id, r.run_date, r.analyser_id,
    r.archived_at IS NULL AS is_live, r.interpreted_at IS NOT NULL AS is_interpreted,
    coalesce(u.subject_id = ANY (r.trial_lot_ids), false) AS is_trial, u.reaction_buffer_ids, u.well_counts, u.failed_controls
  FROM run r CROSS JOIN LATERAL (
    SELECT kl.lot_id AS subject_id, '{}'::uuid[] AS reaction_buffer_ids, '{}'::int[] AS well_counts, '{}'::boolean[] AS failed_controls
      FROM run_kit k JOIN run_kit_lot kl ON kl.run_kit_id = k.id WHERE k.run_id = r.id
    UNION SELECT w.lot_id, '{}', '{}', '{}' FROM well w WHERE w.run_id = r.id AND w.lot_id IS NOT NULL
    UNION SELECT p.kit_version_id, array_agg(p.reaction_buffer_id ORDER BY p.reaction_buffer_id),
        array_agg(of_pair.wells ORDER BY p.reaction_buffer_id), array_agg(of_pair.is_failed ORDER BY p.reaction_buffer_id)
      FROM run_used_pair p CROSS JOIN LATERAL (
        SELECT count(DISTINCT w.position)::int AS wells,
          coalesce(bool_or(w.sample_type IN ('NEGATIVE_TEST', 'POSITIVE_TEST') AND w.result = 'TEST_KO'), false) AS is_failed
        FROM well w WHERE w.run_id = p.run_id AND w.kit_version_id = p.kit_version_id AND w.reaction_buffer_id = p.reaction_buffer_id
      ) of_pair
      WHERE p.run_id = r.id GROUP BY p.kit_version_id
  ) u;

-- Before it serves, an upgrade counts what runs have, and adds the points of their readings.
UPDATE "laboratory" SET "runs_counted_at" = NULL;
