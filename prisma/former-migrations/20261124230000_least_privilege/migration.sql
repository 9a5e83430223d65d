-- Writes entries of the audit trail as the role that owns it: number, time, hashes and head are made here, so that a role
-- that may only call this function cannot choose them. `details` of an entry is its canonical JSON, which is hashed as it is.
CREATE FUNCTION audit_append(of_chain UUID, entries JSON)
RETURNS TABLE (number BIGINT, at TEXT, content TEXT, previous_hash TEXT, hash TEXT)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  of_head CONSTANT UUID := coalesce(of_chain, '00000000-0000-0000-0000-000000000000');
  head RECORD;
  entry JSON;
  written TIMESTAMPTZ;
BEGIN
  SELECT h.number, h.hash INTO head FROM audit_head h WHERE h.chain = of_head FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO audit_head (chain, number, hash) VALUES (of_head, 0, repeat('0', 64)) ON CONFLICT DO NOTHING;
    SELECT h.number, h.hash INTO head FROM audit_head h WHERE h.chain = of_head FOR UPDATE;
    IF NOT FOUND THEN RAISE EXCEPTION 'the head of a chain cannot be seen: its transaction is older than it'; END IF;
  END IF;
  written := clock_timestamp();
  at := to_char(written AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
  number := head.number;
  hash := head.hash;
  FOR entry IN SELECT e.value FROM json_array_elements(entries) AS e(value) LOOP
    number := number + 1;
    previous_hash := hash;
    -- As RFC 8785 says: members in the order of their names, no blanks.
    content := encode(sha256(convert_to(concat(
      '{"action":', to_json(entry ->> 'action'),
      ',"actor":{"id":', coalesce(to_json((entry ->> 'actorId')::uuid)::text, 'null'),
      ',"name":', to_json(entry ->> 'actorName'),
      ',"role":', coalesce(to_json(entry ->> 'actorRole')::text, 'null'),
      '},"address":', coalesce(to_json(entry ->> 'address')::text, 'null'),
      ',"at":"', at,
      '","broughtIn":false,"chain":"', coalesce(of_chain::text, 'installation'),
      '","details":', entry -> 'details',
      ',"entity":', to_json(entry ->> 'entity'),
      ',"entityId":', coalesce(to_json(entry ->> 'entityId')::text, 'null'),
      ',"format":"curvewell-audit-entry/1","number":', number,
      ',"requestId":', coalesce(to_json(entry ->> 'requestId')::text, 'null'),
      '}'), 'UTF8')), 'hex');
    hash := encode(sha256(convert_to(previous_hash || content, 'UTF8')), 'hex');
    INSERT INTO audit_event (laboratory_id, number, at, actor_id, actor_name, actor_role, action, entity, entity_id,
      details, request_id, address, previous_hash, hash)
    VALUES (of_chain, number, written, (entry ->> 'actorId')::uuid, entry ->> 'actorName', entry ->> 'actorRole',
      entry ->> 'action', entry ->> 'entity', entry ->> 'entityId', (entry -> 'details')::text::jsonb,
      entry ->> 'requestId', entry ->> 'address', previous_hash, hash);
    RETURN NEXT;
  END LOOP;
  UPDATE audit_head h SET number = audit_append.number, hash = audit_append.hash WHERE h.chain = of_head;
END $$;
REVOKE EXECUTE ON FUNCTION audit_append(UUID, JSON) FROM PUBLIC;

-- Releases up to 0.2.0 write the trail themselves. They keep that right while they serve beside an upgrade; this release gives
-- it up. The owner keeps what it has.
CREATE FUNCTION give_up_former_rights() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF session_user <> current_user THEN
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON audit_event, audit_head FROM %I', session_user);
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION give_up_former_rights() FROM PUBLIC;

-- Of a decided run, where it is kept and whether it was sent can change; a rejected one can be interpreted again.
CREATE FUNCTION keep_decided_run() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  may_change TEXT[] := '{ftp_sent,archiving,archive_request_id,archived_by_id,archived_by_name,archived_at,deletion_date,
    kit_reaction_buffer,search_text,revision}';
BEGIN
  IF OLD.status = 'REJECTED' AND NEW.status = 'RUN_TO_INTERPRET' AND NEW.decided_at IS NULL THEN RETURN NEW; END IF;
  -- Decided before the source of the date was noted: an upgrade fills it in.
  IF NOT OLD.run_date_recorded THEN
    may_change := may_change || '{run_date_source,run_date_zone,run_date_text}'::text[];
  END IF;
  IF to_jsonb(OLD) - may_change <> to_jsonb(NEW) - may_change THEN
    RAISE EXCEPTION 'run % is decided: it cannot be changed', OLD.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "run_decided_kept" BEFORE UPDATE ON "run" FOR EACH ROW
  WHEN (OLD.status IN ('APPROVED', 'REJECTED')) EXECUTE FUNCTION keep_decided_run();

-- No run is decided without its signature and the entry of the audit trail that the signature names.
CREATE FUNCTION require_signature() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM signature s
      JOIN audit_event e ON e.laboratory_id = s.laboratory_id AND e.number = s.entry_number AND e.hash = s.entry_hash
    WHERE s.run_id = NEW.id AND s.laboratory_id = NEW.laboratory_id AND s.decision = NEW.status
      AND s.signer_id = NEW.decided_by_id AND s.at = NEW.decided_at
      AND e.entity = 'run' AND e.entity_id = NEW.id::text
      AND e.action = CASE NEW.status WHEN 'APPROVED' THEN 'run.approve' ELSE 'run.reject' END
  ) THEN
    RAISE EXCEPTION 'run % is decided without a signature', NEW.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "run_decided_signed" AFTER UPDATE ON "run" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.status IN ('APPROVED', 'REJECTED') AND NEW.status <> OLD.status) EXECUTE FUNCTION require_signature();
CREATE CONSTRAINT TRIGGER "run_inserted_signed" AFTER INSERT ON "run" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.status IN ('APPROVED', 'REJECTED')) EXECUTE FUNCTION require_signature();

-- No run is deleted without an entry of the audit trail that tells it.
CREATE FUNCTION require_deletion_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM audit_event e
    WHERE e.entity = 'run' AND e.entity_id = OLD.id::text AND e.laboratory_id = OLD.laboratory_id
      AND e.action IN ('run.delete', 'run.delete-permanently', 'run.purge')
  ) THEN
    RAISE EXCEPTION 'run % is deleted without an entry of the audit trail', OLD.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "run_deleted_told" AFTER DELETE ON "run" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION require_deletion_entry();

-- What a decided run consists of is neither changed, added to nor taken away. Where the run itself was deleted, its rows go with it.
CREATE FUNCTION refuse_if_decided(runs UUID[]) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE decided UUID;
BEGIN
  SELECT id INTO decided FROM run WHERE id = ANY (runs) AND status IN ('APPROVED', 'REJECTED') LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'run % is decided: what belongs to it cannot be changed', decided
      USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;
CREATE FUNCTION keep_rows_of_run() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT run_id FROM changed));
  IF TG_OP = 'UPDATE' THEN PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT run_id FROM former)); END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION keep_interpretation() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT coalesce(run_id, former_run_id) FROM changed));
  IF TG_OP = 'UPDATE' THEN
    PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT coalesce(run_id, former_run_id) FROM former));
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION keep_rows_of_interpretation() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE ids UUID[] := ARRAY(SELECT DISTINCT interpretation_id FROM changed);
BEGIN
  IF TG_OP = 'UPDATE' THEN ids := ids || ARRAY(SELECT DISTINCT interpretation_id FROM former); END IF;
  PERFORM refuse_if_decided(ARRAY(
    SELECT DISTINCT coalesce(i.run_id, i.former_run_id) FROM interpretation i WHERE i.id = ANY (ids)));
  RETURN NULL;
END $$;
CREATE FUNCTION keep_results() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE ids UUID[] := ARRAY(SELECT DISTINCT interpreted_well_id FROM changed);
BEGIN
  PERFORM refuse_if_decided(ARRAY(
    SELECT DISTINCT coalesce(i.run_id, i.former_run_id)
    FROM interpreted_well w JOIN interpretation i ON i.id = w.interpretation_id WHERE w.id = ANY (ids)));
  RETURN NULL;
END $$;

-- One trigger for each kind of change: PostgreSQL hands the changed rows over for one kind only.
CREATE FUNCTION pg_temp.keep(of_table TEXT, with_function TEXT, kinds TEXT[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE kind TEXT;
BEGIN
  FOREACH kind IN ARRAY kinds LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      of_table || '_kept_on_' || lower(kind), kind, of_table,
      CASE kind WHEN 'INSERT' THEN 'NEW TABLE AS changed' WHEN 'DELETE' THEN 'OLD TABLE AS changed'
        ELSE 'OLD TABLE AS former NEW TABLE AS changed' END,
      with_function);
  END LOOP;
END $$;
SELECT pg_temp.keep(kept, 'keep_rows_of_run', '{INSERT,UPDATE,DELETE}')
FROM unnest('{well,run_file,run_curves,channel_analysis,comment,run_kit,run_used_pair}'::text[]) AS kept;
SELECT pg_temp.keep(kept, 'keep_rows_of_run', '{DELETE}')
FROM unnest('{run_decision,decision_record,signature}'::text[]) AS kept;
SELECT pg_temp.keep('interpretation', 'keep_interpretation', '{INSERT,UPDATE,DELETE}');
SELECT pg_temp.keep(kept, 'keep_rows_of_interpretation', '{INSERT,UPDATE,DELETE}')
FROM unnest('{interpreted_well,interpreted_slopes,tm_shift}'::text[]) AS kept;
SELECT pg_temp.keep('interpreted_well_diagnostic', 'keep_results', '{INSERT,DELETE}');
DROP FUNCTION pg_temp.keep(TEXT, TEXT, TEXT[]);

-- A key that was signed with stays; the one that comes after it vouches for it once.
CREATE FUNCTION keep_signing_key() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.endorsement IS NOT NULL
    OR (NEW.id, NEW.public_key, NEW.since) IS DISTINCT FROM (OLD.id, OLD.public_key, OLD.since) THEN
    RAISE EXCEPTION 'a signing key cannot be changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "signing_key_kept" BEFORE UPDATE OR DELETE ON "signing_key"
  FOR EACH ROW EXECUTE FUNCTION keep_signing_key();

-- Numbers of runs only grow: one that was given is never given again.
CREATE FUNCTION keep_run_counter() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'numbers of runs only grow' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER "run_counter_grows" BEFORE UPDATE ON "run_counter" FOR EACH ROW
  WHEN (NEW.last_business_id < OLD.last_business_id OR NEW.laboratory_id <> OLD.laboratory_id)
  EXECUTE FUNCTION keep_run_counter();
