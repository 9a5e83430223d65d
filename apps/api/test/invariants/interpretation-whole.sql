-- An interpretation is complete or absent.
SELECT 'run ' || r.id AS what FROM run r LEFT JOIN interpretation i ON i.run_id = r.id
  WHERE (r.interpreted_at IS NULL) <> (i.id IS NULL) OR (r.interpreted_by_id IS NULL) <> (i.id IS NULL)
UNION ALL
SELECT 'interpretation ' || i.id FROM interpretation i
  WHERE NOT EXISTS (SELECT FROM interpreted_well w WHERE w.interpretation_id = i.id)
    OR NOT EXISTS (SELECT FROM interpreted_slopes s WHERE s.interpretation_id = i.id)
UNION ALL
SELECT 'result without its explanation: well ' || w.id FROM well w
  WHERE w.result IS NOT NULL AND NOT EXISTS (SELECT FROM interpreted_well x WHERE x.well_id = w.id)
UNION ALL
SELECT 'result without its explanation: ' || x.id FROM interpreted_well x JOIN interpretation i ON i.id = x.interpretation_id
  WHERE (x.explanation IS NOT NULL)::int + coalesce(i.explanations ? x.id::text, false)::int <> 1
