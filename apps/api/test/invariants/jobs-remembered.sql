-- Every open request has an unfinished job, and no job is held by a dead worker.
SELECT 'archiving of run ' || r.id AS what FROM run r
  WHERE r.archiving = 'PENDING' AND NOT EXISTS (
    SELECT FROM pgboss.job j
    WHERE j.name = 'archive' AND j.data->>'requestId' = r.archive_request_id::text AND j.state < 'completed')
UNION ALL
SELECT 'sending of run ' || d.run_id FROM delivery d
  WHERE d.state IN ('WAITING', 'SENDING') AND NOT EXISTS (
    SELECT FROM pgboss.job j
    WHERE j.name = 'delivery' AND j.data->>'deliveryId' = d.id::text AND j.state < 'completed')
UNION ALL
SELECT 'job ' || id FROM pgboss.job WHERE state = 'active' AND heartbeat_on < now() - interval '90 seconds'
