-- A run is either live or archived; an archived run has a user, a decision, and no open archiving request.
SELECT 'run ' || id AS what FROM run
  WHERE (archived_at IS NULL) <> (archived_by_id IS NULL)
    OR (archived_at IS NULL AND deletion_date IS NOT NULL)
    OR (archived_at IS NOT NULL AND (archiving IS NOT NULL OR status NOT IN ('APPROVED', 'REJECTED')))
