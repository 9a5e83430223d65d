-- Packs the wells of earlier runs, which a job asks for run by run. The wells are the same before and after, or nothing is changed:
-- compared by hash in the same transaction.

-- `pack_wells` writes the value and deletes the rows of decided runs.
CREATE OR REPLACE FUNCTION keep_rows_of_run() RETURNS trigger
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

-- SHA-256 of the wells of a run, equal in each stored form.
CREATE FUNCTION wells_sha256(of_run uuid) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  SELECT encode(sha256(convert_to((SELECT jsonb_agg(to_jsonb(w) ORDER BY w.id) FROM well w WHERE w.run_id = $1)::text, 'UTF8')), 'hex')
$$;

-- Only of decided runs: an undecided one may be shown to someone who is about to decide, and is packed when its wells are changed.
-- Not of a laboratory that is being moved or lives elsewhere.
CREATE FUNCTION pack_wells(of_run uuid) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE before TEXT;
BEGIN
  -- Both as they are once locked. The laboratory starts to move only after this has ended.
  PERFORM FROM run r JOIN laboratory l ON l.id = r.laboratory_id
    WHERE r.id = of_run AND r.status IN ('APPROVED', 'REJECTED') AND l.move_state IS NULL
    FOR UPDATE OF r FOR SHARE OF l;
  IF NOT FOUND OR NOT EXISTS (SELECT FROM earlier_well WHERE run_id = of_run) THEN
    RETURN false;
  END IF;
  before := wells_sha256(of_run);
  PERFORM set_config('curvewell.repacks', 'on', true);
  PERFORM change_wells(of_run, '{}');
  PERFORM set_config('curvewell.repacks', 'off', true);
  IF wells_sha256(of_run) IS DISTINCT FROM before THEN
    RAISE EXCEPTION 'the packed wells of run % differ from its rows', of_run;
  END IF;
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION pack_wells(uuid) FROM PUBLIC;
