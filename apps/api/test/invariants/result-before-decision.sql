-- No result is newer than the approval.
SELECT 'diagnostic ' || d.id AS what FROM interpretation i JOIN run r ON r.id = i.run_id
  CROSS JOIN LATERAL diagnostics_of(i.id) d
  WHERE r.status = 'APPROVED' AND d.at > r.decided_at
