-- What an entry of the audit trail must be true of, as far as the rows of its own transaction can say: a chain is of a laboratory;
-- what is done with a run names a run of that laboratory, and a person of it by name; a decision or a submission names the one
-- who stands in the run. Who can write as the product can still name somebody else, where the rows name that person, too.
CREATE FUNCTION audit_refuse(of_chain UUID, entry JSON) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  act CONSTANT TEXT := entry ->> 'action';
  actor CONSTANT UUID := (entry ->> 'actorId')::uuid;
  actor_named CONSTANT TEXT := entry ->> 'actorName';
  of_run run;
  person app_user;
  is_other BOOLEAN;
BEGIN
  IF of_chain IS NOT NULL AND NOT EXISTS (SELECT FROM laboratory WHERE id = of_chain)
    AND NOT EXISTS (SELECT FROM audit_event e WHERE e.laboratory_id = of_chain) THEN
    RAISE EXCEPTION 'there is no laboratory %', of_chain USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF entry ->> 'entity' <> 'run' OR act NOT IN ('run.import', 'run.update', 'run.interpret', 'run.diagnostic',
    'run.comment', 'run.comment.edit', 'run.submit', 'run.approve', 'run.reject') THEN RETURN; END IF;
  SELECT * INTO of_run FROM run r WHERE r.id::text = entry ->> 'entityId' AND r.laboratory_id = of_chain;
  SELECT * INTO person FROM app_user u WHERE u.id = actor;
  IF of_run.id IS NULL THEN
    RAISE EXCEPTION '% names no run of its laboratory', act USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- A name that was changed a moment ago is known from an entry before.
  IF person.id IS NULL OR (person.laboratory_id IS DISTINCT FROM of_chain AND NOT person.super_admin)
    OR (actor_named <> person.firstname || ' ' || person.lastname
      AND NOT EXISTS (SELECT FROM audit_event e WHERE e.actor_id = actor AND e.actor_name = actor_named)) THEN
    RAISE EXCEPTION '% names nobody of its laboratory', act USING ERRCODE = 'insufficient_privilege';
  END IF;
  is_other := CASE act
    WHEN 'run.submit' THEN (of_run.status, of_run.submitted_by_id) IS DISTINCT FROM ('WAIT_FOR_APPROVAL'::run_status, actor)
    WHEN 'run.approve' THEN (of_run.status, of_run.decided_by_id) IS DISTINCT FROM ('APPROVED'::run_status, actor)
    WHEN 'run.reject' THEN (of_run.status, of_run.decided_by_id) IS DISTINCT FROM ('REJECTED'::run_status, actor)
    ELSE false END;
  IF is_other THEN
    RAISE EXCEPTION '% is not what the run says', act USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION audit_refuse(UUID, JSON) FROM PUBLIC;

-- As before, and each entry is asked first.
CREATE OR REPLACE FUNCTION audit_append(of_chain UUID, entries JSON)
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
    PERFORM audit_refuse(of_chain, entry);
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

-- Of a decided run, the readings of its controls stay. Somebody may still leave one out of its series, or take it in again:
-- that has its own columns and its entry, and the record does not hold it.
CREATE FUNCTION keep_control_reading() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE may_change CONSTANT TEXT[] := '{left_out_by_id,left_out_by_name,left_out_at,left_out_reason,revision}';
BEGIN
  IF to_jsonb(OLD) - may_change <> to_jsonb(NEW) - may_change THEN
    PERFORM refuse_if_decided(ARRAY[OLD.run_id, NEW.run_id]);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "control_reading_kept_on_update" BEFORE UPDATE ON "control_reading"
  FOR EACH ROW EXECUTE FUNCTION keep_control_reading();
CREATE FUNCTION keep_rows_of_reading() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE ids UUID[] := ARRAY(SELECT DISTINCT reading_id FROM changed);
BEGIN
  IF TG_OP = 'UPDATE' THEN ids := ids || ARRAY(SELECT DISTINCT reading_id FROM former); END IF;
  PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT run_id FROM control_reading WHERE id = ANY (ids)));
  RETURN NULL;
END $$;
-- Notes are added to a reading of a decided run, and neither changed nor taken away.
CREATE TRIGGER "control_note_unchanged" BEFORE UPDATE ON "control_note" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE FUNCTION keep_lots_of_kit() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE ids UUID[] := ARRAY(SELECT DISTINCT run_kit_id FROM changed);
BEGIN
  IF TG_OP = 'UPDATE' THEN ids := ids || ARRAY(SELECT DISTINCT run_kit_id FROM former); END IF;
  PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT run_id FROM run_kit WHERE id = ANY (ids)));
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
SELECT pg_temp.keep('control_reading', 'keep_rows_of_run', '{INSERT,DELETE}');
SELECT pg_temp.keep('control_peak', 'keep_rows_of_reading', '{INSERT,UPDATE,DELETE}');
SELECT pg_temp.keep('control_note', 'keep_rows_of_reading', '{DELETE}');
SELECT pg_temp.keep('run_kit_lot', 'keep_lots_of_kit', '{INSERT,UPDATE,DELETE}');
DROP FUNCTION pg_temp.keep(TEXT, TEXT, TEXT[]);
