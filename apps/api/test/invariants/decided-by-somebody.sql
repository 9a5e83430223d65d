-- A decision has a user and a time.
SELECT 'run ' || id AS what FROM run
  WHERE (status IN ('APPROVED', 'REJECTED')) <> (decided_by_id IS NOT NULL AND decided_by_name <> '' AND decided_at IS NOT NULL)
    OR (status <> 'RUN_TO_INTERPRET' AND (submitted_by_id IS NULL OR submitted_at IS NULL))
