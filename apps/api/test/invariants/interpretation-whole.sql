-- An interpretation is complete or absent.
SELECT 'run ' || r.id AS what FROM run r LEFT JOIN interpretation i ON i.run_id = r.id
  WHERE (r.interpreted_at IS NULL) <> (i.id IS NULL) OR (r.interpreted_by_id IS NULL) <> (i.id IS NULL)
UNION ALL
SELECT 'interpretation ' || i.id FROM interpretation i
  WHERE NOT EXISTS (SELECT FROM results_of(i.id))
    OR NOT EXISTS (SELECT FROM interpreted_slopes s WHERE s.interpretation_id = i.id)
UNION ALL
SELECT 'result without its explanation: well ' || w.id FROM well w LEFT JOIN interpretation i ON i.run_id = w.run_id
  WHERE w.result IS NOT NULL AND NOT EXISTS (
    SELECT FROM results_of(i.id) r WHERE r.well_id = w.id AND r.explanation->>'diagnostic' = w.result)
UNION ALL
SELECT 'result in two forms: interpretation ' || i.id FROM interpretation i
  WHERE i.results IS NOT NULL AND (i.explanations IS NOT NULL OR EXISTS (SELECT FROM interpreted_well w WHERE w.interpretation_id = i.id))
