CREATE OR REPLACE FUNCTION pack_wells(of_run uuid)
    RETURNS boolean
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
DECLARE before TEXT;
BEGIN
  -- Both as they are once locked, the run first: one statement locks partitions of the run after the laboratory. The laboratory starts
  -- to move only after this has ended.
  PERFORM FROM run WHERE id = of_run AND status IN ('APPROVED', 'REJECTED') FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM FROM laboratory WHERE id = (SELECT laboratory_id FROM run WHERE id = of_run) AND move_state IS NULL FOR SHARE;
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
