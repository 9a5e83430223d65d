-- Every event of a run has an audit entry; events that can occur once have exactly one.
SELECT 'import of run ' || r.id AS what FROM run r
  WHERE (SELECT count(*) FROM audit_event a
    WHERE a.entity = 'run' AND a.entity_id = r.id::text AND a.action = 'run.import') <> 1
UNION ALL
SELECT 'decision ' || d.id FROM run_decision d
  WHERE (SELECT count(*) FROM audit_event a
      WHERE a.entity = 'run' AND a.entity_id = d.run_id::text AND a.action = 'run.' || d.decision)
    <> (SELECT count(*) FROM run_decision x WHERE x.run_id = d.run_id AND x.decision = d.decision)
UNION ALL
SELECT 'archiving of run ' || r.id FROM run r
  WHERE r.archived_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM audit_event a WHERE a.entity = 'run' AND a.entity_id = r.id::text AND a.action = 'run.archive')
