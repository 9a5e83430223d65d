-- One notification a commit and laboratory, on a channel of the laboratory: every commit that writes entries of a chain changes
-- its head once. A notification has fewer than 8,000 bytes; without a text it says that there were more entries.
CREATE FUNCTION notify_laboratory_events() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  entries TEXT;
BEGIN
  SELECT json_agg(json_build_array(e.actor_id, e.entity_id, e.action) ORDER BY e.number)::text INTO entries
  FROM audit_event e
  WHERE e.laboratory_id = NEW.chain AND e.number > OLD.number AND e.number <= NEW.number
    AND (e.entity = 'run' OR e.action = 'laboratory.update') AND e.entity_id IS NOT NULL;
  IF entries IS NOT NULL THEN
    PERFORM pg_notify('events_' || replace(NEW.chain::text, '-', ''), CASE WHEN octet_length(entries) < 7900 THEN entries ELSE '' END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_head_notified AFTER UPDATE OF number ON audit_head
  FOR EACH ROW EXECUTE FUNCTION notify_laboratory_events();

DROP TRIGGER audit_event_told ON audit_event;
DROP FUNCTION tell_run_event();
