-- The rows of a run belong to the run's laboratory.
SELECT 'file ' || c.id AS what FROM run_file c JOIN run r ON r.id = c.run_id WHERE c.laboratory_id <> r.laboratory_id
UNION ALL
SELECT 'curves ' || c.id FROM run_curves c JOIN run r ON r.id = c.run_id WHERE c.laboratory_id <> r.laboratory_id
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
SELECT 'interpreted well ' || c.id FROM interpreted_well c JOIN interpretation i ON i.id = c.interpretation_id
  WHERE c.laboratory_id <> i.laboratory_id
