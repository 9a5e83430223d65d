-- No session is idle in a transaction.
SELECT 'session ' || pid AS what FROM pg_stat_activity
  WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND state_change < now() - interval '30 seconds'
