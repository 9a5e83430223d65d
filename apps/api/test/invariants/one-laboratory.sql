-- The rows of a run belong to the run's laboratory, and results and overrides to wells of the run.
SELECT 'file ' || c.id AS what FROM run_file c JOIN run r ON r.id = c.run_id WHERE c.laboratory_id <> r.laboratory_id
UNION ALL
SELECT 'blob ' || c.sha256 FROM blob c JOIN run r ON r.id = c.run_id WHERE c.laboratory_id <> r.laboratory_id
UNION ALL
SELECT 'curves ' || c.id FROM run_curves c JOIN run r ON r.id = c.run_id WHERE c.laboratory_id <> r.laboratory_id
UNION ALL
SELECT 'amplification ' || c.run_id FROM run_amplification c JOIN run r ON r.id = c.run_id WHERE c.laboratory_id <> r.laboratory_id
UNION ALL
SELECT 'well ' || c.id FROM well c JOIN run r ON r.id = c.run_id WHERE c.laboratory_id <> r.laboratory_id
UNION ALL
SELECT 'comment ' || c.id FROM comment c JOIN run r ON r.id = c.run_id WHERE c.laboratory_id <> r.laboratory_id
UNION ALL
SELECT 'decision ' || c.id FROM run_decision c JOIN run r ON r.id = c.run_id WHERE c.laboratory_id <> r.laboratory_id
UNION ALL
SELECT 'delivery ' || c.id FROM delivery c JOIN run r ON r.id = c.run_id WHERE c.laboratory_id <> r.laboratory_id
UNION ALL
SELECT 'control reading ' || c.id FROM control_reading c JOIN run r ON r.id = c.run_id WHERE c.laboratory_id <> r.laboratory_id
UNION ALL
SELECT 'interpretation ' || c.id FROM interpretation c JOIN run r ON r.id IN (c.run_id, c.former_run_id)
  WHERE c.laboratory_id <> r.laboratory_id
UNION ALL
SELECT 'override ' || c.id FROM interpreted_well_diagnostic c JOIN interpretation i ON i.id = c.interpretation_id
  LEFT JOIN well w ON w.id = c.well_id
  WHERE c.laboratory_id <> i.laboratory_id
    OR w.run_id IS DISTINCT FROM coalesce(i.run_id, i.former_run_id)
UNION ALL
SELECT 'result of well ' || c.well_id FROM interpretation i CROSS JOIN LATERAL results_of(i.id) c
  LEFT JOIN well w ON w.id = c.well_id WHERE w.run_id IS DISTINCT FROM coalesce(i.run_id, i.former_run_id)
UNION ALL
SELECT 'interpreted well ' || c.id FROM interpreted_well c JOIN interpretation i ON i.id = c.interpretation_id
  WHERE c.laboratory_id <> i.laboratory_id
