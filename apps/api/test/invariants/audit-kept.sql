-- Triggers refuse every change of audit entries and results.
SELECT 'trigger ' || name AS what
  FROM unnest(ARRAY['audit_event_append_only', 'audit_event_never_emptied', 'interpreted_well_diagnostic_unchanged']) AS name
  WHERE NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgname = name AND t.tgenabled <> 'D')
