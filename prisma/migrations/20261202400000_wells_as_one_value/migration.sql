-- The wells of a channel are one value of its analysis, docs/packed-wells.md. Wells of earlier runs stay in rows of `earlier_well` until a
-- job packs them. The view `well` reads both forms.
ALTER TABLE "channel_analysis" ADD COLUMN "wells" JSONB;
ALTER TABLE "well" RENAME TO "earlier_well";

-- A packed well is no row that a key could name. Rows that name a well go with the run, or with the well: see `note_wells`.
ALTER TABLE "comment" DROP CONSTRAINT "comment_well_id_fkey";
ALTER TABLE "control_reading" DROP CONSTRAINT "control_reading_well_id_fkey";
ALTER TABLE "seen_well" DROP CONSTRAINT "seen_well_well_id_fkey";
ALTER TABLE "interpreted_well" DROP CONSTRAINT "interpreted_well_well_id_fkey";
ALTER TABLE "interpreted_well" DROP CONSTRAINT "interpreted_well_former_well_id_fkey";

-- The id of a well: that of its analysis, with row and column of the position in the last two bytes (A1: 0x21, P24: 0x218). Ids of earlier
-- runs are stored. Null: no position of a plate.
CREATE FUNCTION well_id(of_analysis uuid, at_position text) RETURNS uuid
    LANGUAGE sql IMMUTABLE
    AS $$
  SELECT CASE WHEN at_position ~ '^[A-P][1-9][0-9]?$' THEN
    (left(of_analysis::text, 32) || lpad(to_hex((ascii(at_position) - 64) * 32 + substr(at_position, 2)::int), 4, '0'))::uuid END
$$;

-- The wells of all runs in any stored form. Name the run or the analysis, so that no other is read: in a join of several runs with
-- LATERAL and OFFSET 0. Without OFFSET 0, PostgreSQL makes a join of it and reads the wells of all runs.
CREATE VIEW well AS
  SELECT w.id, w.analysis_id, w.run_id, w.laboratory_id, w."position", w.name, w.sample_type, w.kit_version_id, w.lot_id,
    w.reaction_buffer_id, w.expected_diagnostic_id, w.result, w.score, w.diagnostic_comment, w.order_id
  FROM earlier_well w
  UNION ALL
  SELECT coalesce(w.id, well_id(a.id, w."position")), a.id, a.run_id, a.laboratory_id, w."position", w.name, w.sample_type, w.kit_version_id,
    w.lot_id, w.reaction_buffer_id, w.expected_diagnostic_id, w.result, w.score, w.diagnostic_comment, w.order_id
  FROM channel_analysis a CROSS JOIN LATERAL jsonb_to_recordset(a.wells) AS w(id uuid, "position" text, name text, sample_type sample_type,
    kit_version_id uuid, lot_id uuid, reaction_buffer_id uuid, expected_diagnostic_id uuid, result text, score float8,
    diagnostic_comment text, order_id text);

-- Processes of version 0.2.0 and earlier, which may still run during the upgrade, read the view and cannot write wells. What they try is
-- refused whole, with a code that they answer as 503. Theirs are also the only new analyses without wells.
CREATE FUNCTION refuse_former_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'wells are written by a newer version of Curvewell' USING ERRCODE = 'cannot_connect_now';
END $$;
CREATE TRIGGER well_not_written INSTEAD OF INSERT OR UPDATE OR DELETE ON well
  FOR EACH ROW EXECUTE FUNCTION refuse_former_version();
-- Before the wells are searched for.
CREATE TRIGGER well_not_written_at_all BEFORE INSERT OR UPDATE OR DELETE ON well
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_former_version();
CREATE TRIGGER channel_analysis_with_wells BEFORE INSERT ON channel_analysis
  FOR EACH ROW WHEN (NEW.wells IS NULL) EXECUTE FUNCTION refuse_former_version();

-- A well as its member of the value.
CREATE FUNCTION packed_well(w well) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object('id', CASE WHEN w.id IS DISTINCT FROM well_id(w.analysis_id, w."position") THEN w.id END,
    'position', w."position", 'name', w.name, 'order_id', w.order_id, 'sample_type', w.sample_type, 'kit_version_id', w.kit_version_id,
    'lot_id', w.lot_id, 'reaction_buffer_id', w.reaction_buffer_id, 'expected_diagnostic_id', w.expected_diagnostic_id,
    'result', w.result, 'score', w.score, 'diagnostic_comment', w.diagnostic_comment))
$$;

-- Changes wells of a run: `{id: {column: value}}`. Also packs those that are rows. Other channels are not built again.
CREATE FUNCTION change_wells(of_run uuid, changes jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE channel_analysis a SET wells = p.wells FROM (
    SELECT w.analysis_id, jsonb_agg(jsonb_strip_nulls(packed_well(w) || coalesce(changes -> w.id::text, '{}'))
      ORDER BY length(w."position"), w."position" COLLATE "C") AS wells
    FROM well w WHERE w.run_id = of_run AND w.analysis_id IN (
      SELECT o.analysis_id FROM well o WHERE o.run_id = of_run AND changes ? o.id::text
      UNION SELECT e.analysis_id FROM earlier_well e WHERE e.run_id = of_run)
    GROUP BY w.analysis_id) p
  WHERE p.analysis_id = a.id AND p.wells IS DISTINCT FROM a.wells;
  DELETE FROM earlier_well WHERE run_id = of_run;
END $$;

-- A name on a run: what searches for samples read. `position`: its first well.
CREATE TABLE "run_sample" (
    "run_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "is_sample" BOOLEAN NOT NULL,
    "position" TEXT NOT NULL,

    CONSTRAINT "run_sample_pkey" PRIMARY KEY ("run_id","name","is_sample")
);
ALTER TABLE "run_sample" ADD CONSTRAINT "run_sample_run_id_fkey"
  FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "run_sample_name_idx" ON "run_sample" ("laboratory_id", lower("name") text_pattern_ops, "run_id") WHERE "is_sample";
CREATE INDEX "run_sample_part_idx" ON "run_sample" USING gin (lower("name") gin_trgm_ops);

-- What wells of a run refer to, each combination once, so that nothing that is in use can be deleted.
CREATE TABLE "run_well_use" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "kit_version_id" UUID,
    "lot_id" UUID,
    "reaction_buffer_id" UUID,
    "expected_diagnostic_id" UUID,

    CONSTRAINT "run_well_use_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "run_well_use_run_id_idx" ON "run_well_use"("run_id");
CREATE INDEX "run_well_use_kit_version_id_idx" ON "run_well_use"("kit_version_id");
CREATE INDEX "run_well_use_lot_id_idx" ON "run_well_use"("lot_id");
CREATE INDEX "run_well_use_reaction_buffer_id_idx" ON "run_well_use"("reaction_buffer_id");
CREATE INDEX "run_well_use_expected_diagnostic_id_idx" ON "run_well_use"("expected_diagnostic_id");
ALTER TABLE "run_well_use" ADD CONSTRAINT "run_well_use_run_id_fkey"
  FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "run_well_use" ADD CONSTRAINT "run_well_use_kit_version_id_fkey"
  FOREIGN KEY ("kit_version_id") REFERENCES "kit_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "run_well_use" ADD CONSTRAINT "run_well_use_lot_id_fkey"
  FOREIGN KEY ("lot_id") REFERENCES "lot"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "run_well_use" ADD CONSTRAINT "run_well_use_reaction_buffer_id_fkey"
  FOREIGN KEY ("reaction_buffer_id") REFERENCES "reaction_buffer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "run_well_use" ADD CONSTRAINT "run_well_use_expected_diagnostic_id_fkey"
  FOREIGN KEY ("expected_diagnostic_id") REFERENCES "diagnostic_color"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What wells refer to, in any stored form, without reading packed wells.
CREATE VIEW run_reference AS
  SELECT run_id, kit_version_id, lot_id, reaction_buffer_id, expected_diagnostic_id FROM earlier_well
  UNION ALL
  SELECT run_id, kit_version_id, lot_id, reaction_buffer_id, expected_diagnostic_id FROM run_well_use;

-- The columns of both tables, from packed wells.
CREATE FUNCTION samples_of(of_run uuid) RETURNS SETOF run_sample
    LANGUAGE sql STABLE
    AS $$
  SELECT a.run_id, a.laboratory_id, w.name, s.is_sample, (array_agg(w."position" ORDER BY length(w."position"), w."position"))[1]
  FROM channel_analysis a CROSS JOIN LATERAL jsonb_to_recordset(a.wells) AS w("position" text, name text, sample_type sample_type)
    CROSS JOIN LATERAL (SELECT w.sample_type IS NULL OR w.sample_type IN ('BLOOD', 'DNA') AS is_sample) s
  WHERE a.run_id = of_run AND w.name IS NOT NULL
  GROUP BY a.run_id, a.laboratory_id, w.name, s.is_sample
$$;
CREATE FUNCTION well_uses_of(of_run uuid)
  RETURNS TABLE (run_id uuid, laboratory_id uuid, kit_version_id uuid, lot_id uuid, reaction_buffer_id uuid, expected_diagnostic_id uuid)
    LANGUAGE sql STABLE
    AS $$
  SELECT DISTINCT a.run_id, a.laboratory_id, w.kit_version_id, w.lot_id, w.reaction_buffer_id, w.expected_diagnostic_id
  FROM channel_analysis a CROSS JOIN LATERAL jsonb_to_recordset(a.wells)
    AS w(kit_version_id uuid, lot_id uuid, reaction_buffer_id uuid, expected_diagnostic_id uuid)
  WHERE a.run_id = of_run AND num_nonnulls(w.kit_version_id, w.lot_id, w.reaction_buffer_id, w.expected_diagnostic_id) > 0
$$;

-- Makes names and references of a run those of its packed wells.
CREATE FUNCTION note_wells(of_run uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
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
  ON CONFLICT (run_id, name, is_sample) DO UPDATE SET "position" = excluded."position";

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
  INSERT INTO run_used_pair (run_id, kit_version_id, reaction_buffer_id)
  SELECT DISTINCT u.run_id, u.kit_version_id, u.reaction_buffer_id FROM run_well_use u
  WHERE u.run_id = of_run AND u.kit_version_id IS NOT NULL AND u.reaction_buffer_id IS NOT NULL
  ON CONFLICT DO NOTHING;
END $$;

-- A foreign key did this when wells were rows.
CREATE FUNCTION delete_rows_of_gone_wells(of_run uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE ids UUID[] := ARRAY(SELECT w.id FROM well w WHERE w.run_id = of_run);
BEGIN
  DELETE FROM comment WHERE run_id = of_run AND well_id IS NOT NULL AND well_id <> ALL (ids);
  DELETE FROM seen_well WHERE run_id = of_run AND well_id <> ALL (ids);
  DELETE FROM control_reading WHERE run_id = of_run AND well_id <> ALL (ids);
END $$;
REVOKE ALL ON FUNCTION note_wells(uuid), delete_rows_of_gone_wells(uuid) FROM PUBLIC;

-- Once a run and statement. Packing changes no well, and deletes nothing.
CREATE FUNCTION follow_wells() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  runs UUID[];
  positions_changed UUID[] := '{}';
  one UUID;
BEGIN
  IF TG_OP = 'INSERT' THEN
    runs := ARRAY(SELECT DISTINCT run_id FROM changed WHERE wells IS NOT NULL);
  ELSIF TG_OP = 'DELETE' THEN
    -- Not of runs that are deleted, whose rows go with them.
    runs := ARRAY(SELECT DISTINCT c.run_id FROM changed c JOIN run r ON r.id = c.run_id);
    positions_changed := runs;
  ELSE
    runs := ARRAY(SELECT DISTINCT c.run_id FROM changed c JOIN former f ON f.id = c.id WHERE c.wells IS DISTINCT FROM f.wells);
    positions_changed := ARRAY(
      SELECT DISTINCT c.run_id FROM changed c JOIN former f ON f.id = c.id
      WHERE f.wells IS NOT NULL AND jsonb_array_length(coalesce(c.wells, '[]')) < jsonb_array_length(f.wells));
  END IF;
  FOREACH one IN ARRAY runs LOOP
    PERFORM note_wells(one);
  END LOOP;
  FOREACH one IN ARRAY positions_changed LOOP
    PERFORM delete_rows_of_gone_wells(one);
  END LOOP;
  RETURN NULL;
END $$;
-- A trigger needs no EXECUTE when it runs. Without it no one else can attach these functions, which run as the owner, to tables of their own.
REVOKE ALL ON FUNCTION follow_wells(), count_run_status(), count_run_uses(), follow_control_reading() FROM PUBLIC;
CREATE TRIGGER channel_analysis_wells_on_insert AFTER INSERT ON channel_analysis
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_wells();
CREATE TRIGGER channel_analysis_wells_on_update AFTER UPDATE ON channel_analysis
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_wells();
CREATE TRIGGER channel_analysis_wells_on_delete AFTER DELETE ON channel_analysis
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_wells();

-- In place of a foreign key.
CREATE FUNCTION require_commented_well() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  IF NEW.well_id IS NOT NULL AND NOT EXISTS (SELECT FROM well w WHERE w.run_id = NEW.run_id AND w.id = NEW.well_id) THEN
    RAISE EXCEPTION 'a comment names a well of another run' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER comment_of_well AFTER INSERT ON comment FOR EACH ROW EXECUTE FUNCTION require_commented_well();

-- An override names a well of its run and laboratory.
CREATE OR REPLACE FUNCTION keep_results() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  -- LIMIT: not a join, which would read the wells of all runs.
  IF TG_OP = 'INSERT' AND EXISTS (
    SELECT FROM changed c JOIN interpretation i ON i.id = c.interpretation_id
    WHERE c.laboratory_id <> i.laboratory_id
      OR (SELECT true FROM well w WHERE w.run_id = coalesce(i.run_id, i.former_run_id) AND w.id = c.well_id LIMIT 1) IS NULL) THEN
    RAISE EXCEPTION 'an override names a well of another run or another laboratory' USING ERRCODE = 'check_violation';
  END IF;
  IF packs_results() THEN RETURN NULL; END IF;
  PERFORM refuse_if_decided(ARRAY(
    SELECT DISTINCT coalesce(i.run_id, i.former_run_id)
    FROM changed c LEFT JOIN interpreted_well w ON w.id = c.interpreted_well_id
      JOIN interpretation i ON i.id = coalesce(c.interpretation_id, w.interpretation_id)));
  RETURN NULL;
END $$;

CREATE OR REPLACE VIEW control_well AS
 SELECT w.id AS well_id,
    w.run_id,
    w.laboratory_id,
    v.kit_id,
    w.reaction_buffer_id,
    run.analyser_id,
    a.channel,
    w.sample_type,
    COALESCE(d.diagnostic_name, ''::text) AS expected,
    w.kit_version_id,
    w.lot_id,
    run.run_date AS read_at,
    w.result AS call
   FROM interpretation i CROSS JOIN LATERAL results_of(i.id) AS told
     JOIN well w ON w.id = told.well_id AND w.run_id = i.run_id
     JOIN run ON run.id = w.run_id
     JOIN channel_analysis a ON a.id = w.analysis_id
     JOIN kit_version v ON v.id = w.kit_version_id
     LEFT JOIN diagnostic_color d ON d.id = w.expected_diagnostic_id
  WHERE w.sample_type IN ('NEGATIVE_TEST', 'POSITIVE_TEST', 'STANDARD') AND w.reaction_buffer_id IS NOT NULL AND w.lot_id IS NOT NULL;

CREATE OR REPLACE VIEW control_reading_point AS
  SELECT r.id AS reading_id, r.laboratory_id, r.series_id, r.read_at, r.run_id, run.business_id, w."position",
    run.run_date_source NOT IN ('IMPORT', 'UNKNOWN') AS is_date_known, r.kit_version_id, r.lot_id, r.call,
    r.left_out_at IS NOT NULL AS is_left_out,
    EXISTS (SELECT FROM control_peak p WHERE p.reading_id = r.id AND p.counted) AS has_peak,
    CASE WHEN octet_length(found.peaks) <= 1800 THEN found.peaks END AS peaks
  FROM control_reading r JOIN run ON run.id = r.run_id
    CROSS JOIN LATERAL (SELECT o."position" FROM well o WHERE o.run_id = r.run_id AND o.id = r.well_id OFFSET 0) w
    -- OFFSET, also above: asked once a reading, not joined with the wells of all runs.
    CROSS JOIN LATERAL (SELECT control_peaks_of(r.id) AS peaks OFFSET 0) found;

CREATE OR REPLACE VIEW run_subject AS
  SELECT r.id AS run_id, u.subject_id, r.laboratory_id, r.business_id, r.run_date, r.analyser_id,
    r.archived_at IS NULL AS is_live, r.interpreted_at IS NOT NULL AS is_interpreted,
    coalesce(u.subject_id = ANY (r.trial_lot_ids), false) AS is_trial, u.reaction_buffer_ids, u.well_counts, u.failed_controls
  FROM run r CROSS JOIN LATERAL (
    SELECT kl.lot_id AS subject_id, '{}'::uuid[] AS reaction_buffer_ids, '{}'::int[] AS well_counts, '{}'::boolean[] AS failed_controls
      FROM run_kit k JOIN run_kit_lot kl ON kl.run_kit_id = k.id WHERE k.run_id = r.id
    UNION SELECT w.lot_id, '{}', '{}', '{}' FROM run_reference w WHERE w.run_id = r.id AND w.lot_id IS NOT NULL
    UNION SELECT p.kit_version_id, array_agg(p.reaction_buffer_id ORDER BY p.reaction_buffer_id),
        array_agg(of_pair.wells ORDER BY p.reaction_buffer_id), array_agg(of_pair.is_failed ORDER BY p.reaction_buffer_id)
      FROM run_used_pair p CROSS JOIN LATERAL (
        SELECT count(DISTINCT w."position")::int AS wells,
          coalesce(bool_or(w.sample_type IN ('NEGATIVE_TEST', 'POSITIVE_TEST') AND w.result = 'TEST_KO'), false) AS is_failed
        FROM well w WHERE w.run_id = p.run_id AND w.kit_version_id = p.kit_version_id AND w.reaction_buffer_id = p.reaction_buffer_id
      ) of_pair
      WHERE p.run_id = r.id GROUP BY p.kit_version_id
  ) u;
