-- A run has the status of its last decision; it is open again only after a rejection.
SELECT 'run ' || r.id AS what FROM run r
  LEFT JOIN LATERAL (
    SELECT d.decision, d.at FROM run_decision d WHERE d.run_id = r.id ORDER BY d.at DESC LIMIT 1) l ON true
  WHERE r.status <> CASE l.decision WHEN 'submit' THEN 'WAIT_FOR_APPROVAL' WHEN 'approve' THEN 'APPROVED'
      WHEN 'reject' THEN 'REJECTED' ELSE 'RUN_TO_INTERPRET' END::run_status
    AND NOT (r.status = 'RUN_TO_INTERPRET' AND l.decision = 'reject' AND EXISTS (
      SELECT FROM interpretation i WHERE i.former_run_id = r.id AND i.replaced_at > l.at))
