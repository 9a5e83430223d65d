-- Only rows that `repack_results` writes can pass. PostgreSQL 18 runs the triggers of a cascade as the owner of the table,
-- so elsewhere the role of the product could pass by a cascade.
CREATE FUNCTION packs_results() RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  SELECT coalesce(current_setting('curvewell.repacks', true) = 'on' AND current_user = (
    SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'public.interpretation'::regclass), false)
$$;

CREATE OR REPLACE FUNCTION refuse_if_decided(runs uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE decided UUID;
BEGIN
  SELECT id INTO decided FROM run WHERE id = ANY (runs) AND status IN ('APPROVED', 'REJECTED') LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'run % is decided: what belongs to it cannot be changed', decided
      USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION keep_interpretation() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  IF packs_results() THEN RETURN NULL; END IF;
  PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT coalesce(run_id, former_run_id) FROM changed));
  IF TG_OP = 'UPDATE' THEN
    PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT coalesce(run_id, former_run_id) FROM former));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_rows_of_interpretation() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE ids UUID[] := ARRAY(SELECT DISTINCT interpretation_id FROM changed);
BEGIN
  IF TG_TABLE_NAME = 'interpreted_well' AND packs_results() THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN ids := ids || ARRAY(SELECT DISTINCT interpretation_id FROM former); END IF;
  PERFORM refuse_if_decided(ARRAY(
    SELECT DISTINCT coalesce(i.run_id, i.former_run_id) FROM interpretation i WHERE i.id = ANY (ids)));
  RETURN NULL;
END $$;

-- An override names a well of its run and laboratory; a foreign key to the well would need an index of its own.
CREATE OR REPLACE FUNCTION keep_results() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  IF TG_OP = 'INSERT' AND EXISTS (
    SELECT FROM changed c JOIN interpretation i ON i.id = c.interpretation_id LEFT JOIN well w ON w.id = c.well_id
    WHERE w.run_id IS DISTINCT FROM coalesce(i.run_id, i.former_run_id) OR c.laboratory_id <> i.laboratory_id) THEN
    RAISE EXCEPTION 'an override names a well of another run or another laboratory' USING ERRCODE = 'check_violation';
  END IF;
  IF packs_results() THEN RETURN NULL; END IF;
  PERFORM refuse_if_decided(ARRAY(
    SELECT DISTINCT coalesce(i.run_id, i.former_run_id)
    FROM changed c LEFT JOIN interpreted_well w ON w.id = c.interpreted_well_id
      JOIN interpretation i ON i.id = coalesce(c.interpretation_id, w.interpretation_id)));
  RETURN NULL;
END $$;
