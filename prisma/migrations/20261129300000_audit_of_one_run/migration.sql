-- An entry finds its run by the primary key. Compared as text, each entry read all runs of the laboratory, while others
-- waited for its chain.
CREATE OR REPLACE FUNCTION audit_refuse(of_chain uuid, entry json) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  act CONSTANT TEXT := entry ->> 'action';
  actor CONSTANT UUID := (entry ->> 'actorId')::uuid;
  actor_named CONSTANT TEXT := entry ->> 'actorName';
  -- Other texts, also of the same UUID, name no run.
  of_run_id CONSTANT UUID := CASE WHEN entry ->> 'entityId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    THEN (entry ->> 'entityId')::uuid END;
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
  SELECT * INTO of_run FROM run r WHERE r.id = of_run_id AND r.laboratory_id = of_chain;
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
