-- The laboratory that a kit belongs to. NULL, as in all rows from before: all laboratories. No foreign key, because every
-- cluster copies the kits, also those of laboratories that live in another one.
ALTER TABLE kit ADD COLUMN laboratory_id uuid;

-- A laboratory does not learn the names of the kits of another one, so names may be the same there.
CREATE UNIQUE INDEX kit_shared_name_key ON kit (lower(name)) WHERE laboratory_id IS NULL;
CREATE UNIQUE INDEX kit_own_name_key ON kit (laboratory_id, lower(name)) WHERE laboratory_id IS NOT NULL;

-- Runs of other laboratories may use a kit that was shared, so it stays shared.
CREATE FUNCTION keep_kit_owner() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION 'kit % cannot be taken from the laboratories that have it', OLD.id USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER kit_owner_kept BEFORE UPDATE OF laboratory_id ON kit
  FOR EACH ROW
  WHEN (new.laboratory_id IS DISTINCT FROM old.laboratory_id AND new.laboratory_id IS NOT NULL)
  EXECUTE FUNCTION keep_kit_owner();

-- A run is interpreted with kits of its own laboratory and of all.
CREATE FUNCTION refuse_foreign_kit() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  IF EXISTS (
    SELECT FROM kit_version v JOIN kit k ON k.id = v.kit_id
    WHERE v.id = NEW.kit_version_id AND k.laboratory_id IS NOT NULL
      AND k.laboratory_id IS DISTINCT FROM (SELECT r.laboratory_id FROM run r WHERE r.id = NEW.run_id)
  ) THEN
    RAISE EXCEPTION 'kit version % belongs to another laboratory', NEW.kit_version_id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER run_kit_of_laboratory AFTER INSERT OR UPDATE OF kit_version_id ON run_kit
  FOR EACH ROW
  EXECUTE FUNCTION refuse_foreign_kit();
