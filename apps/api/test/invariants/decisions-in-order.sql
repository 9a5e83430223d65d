-- An approved or rejected run was submitted before, and is decided once.
SELECT 'run ' || run_id AS what FROM (
    SELECT run_id, decision, lag(decision) OVER (PARTITION BY run_id ORDER BY at) AS former FROM run_decision) d
  WHERE CASE decision WHEN 'submit' THEN former IS NOT NULL AND former <> 'reject'
    ELSE former IS DISTINCT FROM 'submit' END
