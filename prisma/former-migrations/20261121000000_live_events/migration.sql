-- Whatever is written to the audit trail of a run is told to whoever listens, when the transaction is committed.
CREATE FUNCTION tell_run_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('run_event', json_build_object(
    'laboratoryId', NEW.laboratory_id,
    'actorId', NEW.actor_id,
    'runId', NEW.entity_id,
    'action', NEW.action
  )::text);
  RETURN NULL;
END
$$;

CREATE TRIGGER "audit_event_told" AFTER INSERT ON "audit_event" FOR EACH ROW
  WHEN (NEW.entity = 'run' AND NEW.entity_id IS NOT NULL AND NEW.laboratory_id IS NOT NULL)
  EXECUTE FUNCTION tell_run_event();
