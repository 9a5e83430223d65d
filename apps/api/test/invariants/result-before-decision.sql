-- No result is newer than the approval.
SELECT 'diagnostic ' || d.id AS what FROM interpreted_well_diagnostic d
  JOIN interpreted_well w ON w.id = d.interpreted_well_id
  JOIN interpretation i ON i.id = w.interpretation_id
  JOIN run r ON r.id = i.run_id
  WHERE r.status = 'APPROVED' AND d.at > r.decided_at
