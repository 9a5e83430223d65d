-- What is counted is what there is: of each laboratory, lot, kit version and status.
SELECT format('laboratory %s, %s: counted wrong by %s runs and %s trials', laboratory_id, coalesce(subject_id::text, concat_ws(' ', status, archived)),
  sum(runs), sum(trial_runs)) AS what
FROM (
  SELECT laboratory_id, NULL::uuid AS subject_id, status, archived_at IS NOT NULL AS archived, 1 AS runs, 0 AS trial_runs FROM run
  UNION ALL SELECT laboratory_id, subject_id, NULL, NULL, 1, is_trial::int FROM run_subject
  UNION ALL SELECT laboratory_id, subject_id, status, archived, -runs, -trial_runs FROM run_count
) both_sides
GROUP BY laboratory_id, subject_id, status, archived HAVING sum(runs) <> 0 OR sum(trial_runs) <> 0
UNION ALL
SELECT 'run ' || run_id || ' is counted for something else than it has' FROM (
  (TABLE run_subject EXCEPT TABLE run_use)
  UNION ALL (TABLE run_use EXCEPT TABLE run_subject)
) differing
