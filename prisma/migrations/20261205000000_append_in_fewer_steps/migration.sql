-- An append in fewer statements: see docs/adr/0124-an-append-takes-fewer-steps.md. The hashed bytes are those of before.

-- Entries about the work on a run name a run and a person of its laboratory, and a decision is what the run says. Only
-- `audit_append` calls this, with its own search path.
CREATE FUNCTION audit_refuse_run(of_chain uuid, act text, named text, actor uuid, actor_named text) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  -- Other texts, also of the same UUID, name no run.
  of_run_id CONSTANT UUID := CASE WHEN named ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN named::uuid END;
  of_run RECORD;
  person RECORD;
  is_other BOOLEAN;
BEGIN
  SELECT r.id, r.status, r.submitted_by_id, r.decided_by_id INTO of_run
  FROM run r WHERE r.id = of_run_id AND r.laboratory_id = of_chain;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% names no run of its laboratory', act USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT u.laboratory_id, u.super_admin, u.firstname || ' ' || u.lastname AS name INTO person FROM app_user u WHERE u.id = actor;
  -- A name that was changed a moment ago is known from an entry before.
  IF NOT FOUND OR (person.laboratory_id IS DISTINCT FROM of_chain AND NOT person.super_admin)
    OR (actor_named <> person.name
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
REVOKE ALL ON FUNCTION audit_refuse_run(uuid, text, text, uuid, text) FROM PUBLIC;

-- With `curvewell.appends` the triggers of the head are left out, because this function does what they do. It is set here and not
-- in the head of the function, which PostgreSQL allows a superuser only.
CREATE OR REPLACE FUNCTION audit_append(of_chain uuid, entries json) RETURNS TABLE(number bigint, at text, content text, previous_hash text, hash text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  of_head CONSTANT UUID := coalesce(of_chain, '00000000-0000-0000-0000-000000000000');
  head RECORD;
  place RECORD;
  entry RECORD;
  written TIMESTAMPTZ;
  events TEXT;
BEGIN
  SELECT h.number, h.hash INTO head FROM audit_head h WHERE h.chain = of_head FOR UPDATE;
  IF NOT FOUND THEN
    PERFORM set_config('curvewell.appends', 'on', true);
    INSERT INTO audit_head (chain, number, hash) VALUES (of_head, 0, repeat('0', 64)) ON CONFLICT DO NOTHING;
    SELECT h.number, h.hash INTO head FROM audit_head h WHERE h.chain = of_head FOR UPDATE;
    IF NOT FOUND THEN RAISE EXCEPTION 'the head of a chain cannot be seen: its transaction is older than it'; END IF;
  END IF;
  -- Only now: a move locks the head before it changes the laboratory.
  IF of_chain IS NOT NULL THEN
    SELECT l.move_state, l.lives_at INTO place FROM laboratory l WHERE l.id = of_chain;
    IF NOT FOUND THEN
      IF NOT EXISTS (SELECT FROM audit_event e WHERE e.laboratory_id = of_chain) THEN
        RAISE EXCEPTION 'there is no laboratory %', of_chain USING ERRCODE = 'insufficient_privilege';
      END IF;
    ELSIF place.move_state IN ('moving', 'arriving') THEN
      RAISE EXCEPTION 'the laboratory is being moved' USING ERRCODE = 'CW503';
    ELSIF place.move_state = 'elsewhere' THEN
      RAISE EXCEPTION 'the laboratory lives at %', place.lives_at USING ERRCODE = 'CW421';
    END IF;
  END IF;
  written := clock_timestamp();
  at := to_char(written AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
  number := head.number;
  hash := head.hash;
  FOR entry IN SELECT * FROM json_to_recordset(entries) AS e(action text, "actorId" uuid, "actorName" text,
    "actorRole" text, address text, details json, entity text, "entityId" text, "requestId" text) LOOP
    IF entry.entity = 'run' AND entry.action IN ('run.import', 'run.update', 'run.interpret', 'run.diagnostic',
      'run.comment', 'run.comment.edit', 'run.submit', 'run.approve', 'run.reject') THEN
      PERFORM audit_refuse_run(of_chain, entry.action, entry."entityId", entry."actorId", entry."actorName");
    END IF;
    number := number + 1;
    previous_hash := hash;
    -- As RFC 8785 says: members in the order of their names, no blanks. The details are the text that was passed.
    content := encode(sha256(convert_to(concat(
      '{"action":', to_json(entry.action),
      ',"actor":{"id":', coalesce(to_json(entry."actorId")::text, 'null'),
      ',"name":', to_json(entry."actorName"),
      ',"role":', coalesce(to_json(entry."actorRole")::text, 'null'),
      '},"address":', coalesce(to_json(entry.address)::text, 'null'),
      ',"at":"', at,
      '","broughtIn":false,"chain":"', coalesce(of_chain::text, 'installation'),
      '","details":', entry.details,
      ',"entity":', to_json(entry.entity),
      ',"entityId":', coalesce(to_json(entry."entityId")::text, 'null'),
      ',"format":"curvewell-audit-entry/1","number":', number,
      ',"requestId":', coalesce(to_json(entry."requestId")::text, 'null'),
      '}'), 'UTF8')), 'hex');
    hash := encode(sha256(convert_to(previous_hash || content, 'UTF8')), 'hex');
    INSERT INTO audit_event (laboratory_id, number, at, actor_id, actor_name, actor_role, action, entity, entity_id,
      details, request_id, address, previous_hash, hash)
    VALUES (of_chain, number, written, entry."actorId", entry."actorName", entry."actorRole", entry.action, entry.entity,
      entry."entityId", entry.details::text::jsonb, entry."requestId", entry.address, previous_hash, hash);
    IF (entry.entity = 'run' OR entry.action = 'laboratory.update') AND entry."entityId" IS NOT NULL THEN
      events := concat_ws(',', events, json_build_array(entry."actorId", entry."entityId", entry.action));
    END IF;
    RETURN NEXT;
  END LOOP;
  PERFORM set_config('curvewell.appends', 'on', true);
  UPDATE audit_head h SET number = audit_append.number, hash = audit_append.hash WHERE h.chain = of_head;
  PERFORM set_config('curvewell.appends', '', true);
  -- One notification a commit and laboratory. It has fewer than 8,000 bytes; without a text it says that there were more entries.
  IF events IS NOT NULL AND of_chain IS NOT NULL THEN
    PERFORM pg_notify('events_' || replace(of_chain::text, '-', ''),
      CASE WHEN octet_length(events) < 7900 THEN '[' || events || ']' ELSE '' END);
  END IF;
END $$;

-- They remain for releases up to 0.2.0, which write entries and heads themselves until an upgrade has ended. Any role can set
-- `curvewell.appends`, so only the owner of the heads, as whom `audit_append` runs, leaves the triggers out.
CREATE OR REPLACE TRIGGER audit_head_lives_here BEFORE INSERT OR UPDATE ON audit_head
  FOR EACH ROW WHEN (current_setting('curvewell.appends', true) IS DISTINCT FROM 'on'
    OR NOT has_table_privilege('audit_head'::regclass, 'TRIGGER'))
  EXECUTE FUNCTION refuse_elsewhere();
CREATE OR REPLACE TRIGGER audit_head_notified AFTER UPDATE OF number ON audit_head
  FOR EACH ROW WHEN (current_setting('curvewell.appends', true) IS DISTINCT FROM 'on'
    OR NOT has_table_privilege('audit_head'::regclass, 'TRIGGER'))
  EXECUTE FUNCTION notify_laboratory_events();
