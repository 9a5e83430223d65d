-- Packs the results of earlier interpretations, which a job asks for run by run. The results are the same before and after, or nothing
-- is changed: compared by hash in the same transaction.

CREATE OR REPLACE FUNCTION refuse_if_decided(runs uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE decided UUID;
BEGIN
  -- Only inside `repack_results`, which runs as the owner of the tables.
  IF current_setting('curvewell.repacks', true) = 'on' AND current_user = (
    SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'public.interpretation'::regclass) THEN RETURN; END IF;
  SELECT id INTO decided FROM run WHERE id = ANY (runs) AND status IN ('APPROVED', 'REJECTED') LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'run % is decided: what belongs to it cannot be changed', decided
      USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

-- SHA-256 of the results and diagnostics of an interpretation, equal in each stored form.
CREATE FUNCTION results_sha256(of_interpretation uuid) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  SELECT encode(sha256(convert_to(concat(
    (SELECT jsonb_agg(to_jsonb(r) ORDER BY r.well_id, r.explanation) FROM results_of($1) r),
    (SELECT jsonb_agg(to_jsonb(d) ORDER BY d.id) FROM diagnostics_of($1) d)), 'UTF8')), 'hex')
$$;

CREATE FUNCTION repack_results(of_interpretation uuid) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE before TEXT;
BEGIN
  PERFORM FROM run r JOIN interpretation i ON r.id = coalesce(i.run_id, i.former_run_id) WHERE i.id = of_interpretation FOR UPDATE;
  -- Undecided runs may be shown to someone who is about to decide.
  IF NOT EXISTS (
    SELECT FROM interpretation i LEFT JOIN run r ON r.id = i.run_id
    WHERE i.id = of_interpretation AND i.results IS NULL AND (i.run_id IS NULL OR r.status IN ('APPROVED', 'REJECTED'))) THEN
    RETURN false;
  END IF;
  before := results_sha256(of_interpretation);
  PERFORM set_config('curvewell.repacks', 'on', true);
  WITH suggested AS MATERIALIZED (
    SELECT d.id, d.well_id, d.diagnostic_color AS color, dense_rank() OVER (ORDER BY d.diagnostic_color) - 1 AS place
    FROM diagnostics_of(of_interpretation) d WHERE d.state = 'INITIAL'
  )
  UPDATE interpretation SET explanations = NULL, results = jsonb_build_object(
    'version', 1,
    'colors', (SELECT coalesce(jsonb_agg(c.color ORDER BY c.place), '[]')
      FROM (SELECT DISTINCT color, place FROM suggested WHERE color IS NOT NULL) c),
    'wells', (SELECT jsonb_object_agg(r.well_id, CASE WHEN s.id = r.well_id THEN '{}' ELSE jsonb_build_object('id', s.id) END
        || jsonb_build_object('color', CASE WHEN s.color IS NOT NULL THEN s.place END, 'explanation', r.explanation))
      FROM results_of(of_interpretation) r JOIN suggested s ON s.well_id = r.well_id))
  WHERE id = of_interpretation;
  WITH unpacked AS (
    DELETE FROM interpreted_well_diagnostic d USING interpreted_well w
    WHERE d.interpreted_well_id = w.id AND w.interpretation_id = of_interpretation
    RETURNING d.*, coalesce(w.well_id, w.former_well_id) AS of_well
  )
  INSERT INTO interpreted_well_diagnostic
    (id, interpretation_id, well_id, laboratory_id, state, diagnostic_color, comment, by_id, by_name, at, is_undo)
  SELECT id, of_interpretation, of_well, laboratory_id, state, diagnostic_color, comment, by_id, by_name, at, is_undo
  FROM unpacked WHERE state = 'UPDATED';
  DELETE FROM interpreted_well WHERE interpretation_id = of_interpretation;
  PERFORM set_config('curvewell.repacks', 'off', true);
  IF results_sha256(of_interpretation) IS DISTINCT FROM before THEN
    RAISE EXCEPTION 'the packed results of interpretation % differ from its rows', of_interpretation;
  END IF;
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION repack_results(uuid) FROM PUBLIC;
