-- A run is live or archived; archived by somebody, decided, and no longer on its way there.
SELECT 'run ' || id AS what FROM run
  WHERE (archived_at IS NULL) <> (archived_by_id IS NULL)
    OR (archived_at IS NULL AND deletion_date IS NOT NULL)
    OR (archived_at IS NOT NULL AND (archiving IS NOT NULL OR status NOT IN ('APPROVED', 'REJECTED')))
