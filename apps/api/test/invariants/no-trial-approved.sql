-- A trial run is neither approved nor sent.
SELECT 'run ' || r.id AS what FROM run r
  WHERE r.trial_lot_ids <> '{}' AND (r.status = 'APPROVED' OR EXISTS (SELECT FROM delivery d WHERE d.run_id = r.id))
