-- Immutable bytes of runs, named by their SHA-256: here, or in the object store under the run's id and the hash. See docs/adr/0102-blobs.md.
CREATE TABLE blob (
  run_id uuid NOT NULL,
  sha256 char(64) NOT NULL,
  laboratory_id uuid NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT blob_pkey PRIMARY KEY (run_id, sha256),
  CONSTRAINT blob_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON UPDATE CASCADE ON DELETE CASCADE
);
-- Nearly all of it is compressed already.
ALTER TABLE blob ALTER COLUMN content SET STORAGE EXTERNAL;

-- Packed bytes may be a blob.
ALTER TABLE run_file DROP CONSTRAINT run_file_packed_content;
ALTER TABLE run_curves ADD COLUMN packed_sha256 char(64);
ALTER TABLE run_curves DROP CONSTRAINT run_curves_one_form;
ALTER TABLE run_curves ADD CONSTRAINT run_curves_one_form CHECK (
  num_nulls(packed, packed_sha256) >= 1
  AND num_nulls(temperatures, "values") = CASE WHEN num_nulls(packed, packed_sha256) = 2 THEN 0 ELSE 2 END
  AND num_nulls(temperatures_sha256, values_sha256) = CASE WHEN num_nulls(packed, packed_sha256) = 2 THEN 2 ELSE 0 END
) NOT VALID;

-- Whether `bring_blobs` or `drop_stored_blobs` works, which run as the owner of the tables.
CREATE FUNCTION moves_blobs() RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  SELECT coalesce(current_setting('curvewell.moves_blobs', true) = 'on' AND current_user = (
    SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'public.blob'::regclass), false)
$$;

CREATE FUNCTION keep_blob() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  IF NEW.sha256 <> encode(sha256(NEW.content), 'hex') THEN
    RAISE EXCEPTION 'the blob % has other bytes', NEW.sha256 USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM run WHERE id = NEW.run_id AND laboratory_id = NEW.laboratory_id) THEN
    RAISE EXCEPTION 'the blob % names another laboratory than its run', NEW.sha256 USING ERRCODE = 'check_violation';
  END IF;
  IF NOT moves_blobs() THEN PERFORM refuse_if_decided(ARRAY[NEW.run_id]); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER blob_kept_on_insert BEFORE INSERT ON blob
  FOR EACH ROW
  EXECUTE FUNCTION keep_blob();
CREATE TRIGGER blob_unchanged BEFORE UPDATE ON blob
  FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

-- Whether a file or curves of a run name a blob, wherever it lies.
CREATE FUNCTION is_named(of_run uuid, of_sha256 char(64)) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  SELECT EXISTS (SELECT FROM run_file f WHERE f.run_id = $1 AND f.content IS NULL AND coalesce(f.packed_sha256, f.sha256) = $2)
    OR EXISTS (SELECT FROM run_curves c WHERE c.run_id = $1 AND c.packed_sha256 = $2)
$$;

CREATE OR REPLACE FUNCTION keep_rows_of_run() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE named RECORD;
BEGIN
  IF TG_TABLE_NAME IN ('blob', 'run_file', 'run_curves') AND moves_blobs() THEN RETURN NULL; END IF;
  PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT run_id FROM changed));
  IF TG_OP = 'UPDATE' THEN PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT run_id FROM former)); END IF;
  IF TG_TABLE_NAME = 'blob' THEN
    FOR named IN SELECT c.run_id, c.sha256 FROM changed c JOIN run r ON r.id = c.run_id WHERE is_named(c.run_id, c.sha256) LIMIT 1 LOOP
      RAISE EXCEPTION 'run % names the blob %', named.run_id, named.sha256 USING ERRCODE = 'insufficient_privilege';
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER blob_kept_on_delete AFTER DELETE ON blob
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();

-- What the files and curves of a run are, wherever their bytes lie; null where bytes are missing here.
CREATE FUNCTION bytes_of(of_run uuid) RETURNS TABLE (id uuid, named text, stored text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  SELECT f.id, coalesce(f.packed_sha256, f.sha256), encode(sha256(coalesce(f.content, b.content)), 'hex')
  FROM run_file f LEFT JOIN blob b ON b.run_id = f.run_id AND b.sha256 = coalesce(f.packed_sha256, f.sha256)
  WHERE f.run_id = $1
  UNION ALL
  SELECT c.id, coalesce(c.packed_sha256, encode(sha256(c.packed), 'hex')), encode(sha256(coalesce(c.packed, b.content)), 'hex')
  FROM run_curves c LEFT JOIN blob b ON b.run_id = c.run_id AND b.sha256 = c.packed_sha256
  WHERE c.run_id = $1 AND c.temperatures IS NULL
$$;

-- Moves the bytes of a run out of the rows of its files and curves. They are the same before and after, or nothing is changed.
CREATE FUNCTION bring_blobs(of_run uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE before TEXT;
BEGIN
  PERFORM FROM run WHERE id = of_run FOR UPDATE;
  before := (SELECT json_agg(b ORDER BY b.id) FROM bytes_of(of_run) b);
  PERFORM set_config('curvewell.moves_blobs', 'on', true);
  INSERT INTO blob (run_id, sha256, laboratory_id, content)
  SELECT run_id, coalesce(packed_sha256, sha256), laboratory_id, content FROM run_file
  WHERE run_id = of_run AND content IS NOT NULL
  UNION ALL
  SELECT run_id, encode(sha256(packed), 'hex'), laboratory_id, packed FROM run_curves
  WHERE run_id = of_run AND packed IS NOT NULL
  ON CONFLICT DO NOTHING;
  UPDATE run_file SET content = NULL WHERE run_id = of_run AND content IS NOT NULL;
  UPDATE run_curves SET packed_sha256 = encode(sha256(packed), 'hex'), packed = NULL
  WHERE run_id = of_run AND packed IS NOT NULL;
  PERFORM set_config('curvewell.moves_blobs', 'off', true);
  IF before IS DISTINCT FROM (SELECT json_agg(b ORDER BY b.id)::text FROM bytes_of(of_run) b) THEN
    RAISE EXCEPTION 'the bytes of run % differ once they are moved', of_run;
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION bring_blobs(uuid) FROM PUBLIC;

-- Deletes blobs of a run that is not decided and that none of its files and curves names.
CREATE FUNCTION drop_unnamed_blobs(of_run uuid) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  DELETE FROM blob b WHERE b.run_id = $1 AND NOT is_named(b.run_id, b.sha256)
$$;
REVOKE EXECUTE ON FUNCTION drop_unnamed_blobs(uuid) FROM PUBLIC;

-- Deletes blobs of a run that the caller has put into the object store and compared there, which the audit trail notes.
-- Only granted where there is an object store.
CREATE FUNCTION drop_stored_blobs(of_run uuid, stored text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  moved run;
  dropped TEXT;
BEGIN
  SELECT * INTO moved FROM run WHERE id = of_run FOR NO KEY UPDATE;
  PERFORM set_config('curvewell.moves_blobs', 'on', true);
  WITH gone AS (DELETE FROM blob WHERE run_id = of_run AND sha256 = ANY (stored) RETURNING sha256)
  SELECT string_agg(to_json(sha256)::text, ',' ORDER BY sha256) INTO dropped FROM gone;
  PERFORM set_config('curvewell.moves_blobs', 'off', true);
  IF dropped IS NULL THEN RETURN; END IF;
  -- The details as RFC 8785 says.
  PERFORM audit_append(moved.laboratory_id, json_build_array(json_build_object(
    'action', 'run.move-bytes', 'entity', 'run', 'entityId', of_run, 'actorName', 'Curvewell',
    'details', format('{"businessId":%s,"sha256":[%s]}', moved.business_id, dropped)::json)));
END $$;
REVOKE EXECUTE ON FUNCTION drop_stored_blobs(uuid, text[]) FROM PUBLIC;
