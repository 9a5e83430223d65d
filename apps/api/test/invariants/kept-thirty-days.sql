-- An archived run can be restored for thirty days.
SELECT 'run ' || id AS what FROM run WHERE deletion_date < (archived_at AT TIME ZONE 'UTC')::date + 30
