-- The amplification of a run, packed as one blob. See docs/adr/0110-amplification.md.
CREATE TABLE run_amplification (
  run_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  packed_sha256 char(64) NOT NULL,
  content_sha256 char(64) NOT NULL,
  CONSTRAINT run_amplification_pkey PRIMARY KEY (run_id),
  CONSTRAINT run_amplification_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE TRIGGER run_amplification_kept_on_delete AFTER DELETE ON run_amplification
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER run_amplification_kept_on_insert AFTER INSERT ON run_amplification
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER run_amplification_kept_on_update AFTER UPDATE ON run_amplification
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();

-- Whether a file, curves or the amplification of a run name a blob, wherever it lies.
CREATE OR REPLACE FUNCTION is_named(of_run uuid, of_sha256 char(64)) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  SELECT EXISTS (SELECT FROM run_file f WHERE f.run_id = $1 AND f.content IS NULL AND coalesce(f.packed_sha256, f.sha256) = $2)
    OR EXISTS (SELECT FROM run_curves c WHERE c.run_id = $1 AND c.packed_sha256 = $2)
    OR EXISTS (SELECT FROM run_amplification a WHERE a.run_id = $1 AND a.packed_sha256 = $2)
$$;
