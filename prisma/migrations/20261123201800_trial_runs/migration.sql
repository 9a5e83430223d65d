ALTER TABLE "run" ADD COLUMN "trial_lot_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[];

-- Decided runs stay what they were. Undecided ones are trials by the lots that are not active, unless a lot was active
-- when the run was interpreted and was closed later.
UPDATE run r SET trial_lot_ids = trial.ids
FROM (
  SELECT w.run_id, array_agg(DISTINCT l.id) AS ids
  FROM run i JOIN well w ON w.run_id = i.id JOIN lot l ON l.id = w.lot_id
  WHERE i.interpreted_at IS NOT NULL AND i.status IN ('RUN_TO_INTERPRET', 'WAIT_FOR_APPROVAL') AND NOT l.active
    AND NOT EXISTS (
      SELECT FROM audit_event e
      WHERE e.entity = 'lot' AND e.entity_id = l.id::text AND e.action = 'lot.update' AND e.at > i.interpreted_at
        AND e.details -> 'from' ->> 'active' = 'true'
    )
  GROUP BY w.run_id
) trial
WHERE trial.run_id = r.id;
