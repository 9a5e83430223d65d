-- Who looks at a check hears that what the laboratory asks for is another by now.
DROP TRIGGER "audit_event_told" ON "audit_event";
CREATE TRIGGER "audit_event_told" AFTER INSERT ON "audit_event" FOR EACH ROW
  WHEN ((NEW.entity = 'run' OR NEW.action = 'laboratory.update') AND NEW.entity_id IS NOT NULL AND NEW.laboratory_id IS NOT NULL)
  EXECUTE FUNCTION tell_run_event();
