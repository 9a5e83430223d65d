-- A run is marked as sent exactly when its delivery is.
SELECT 'run ' || r.id AS what FROM run r LEFT JOIN delivery d ON d.run_id = r.id
  WHERE (r.ftp_sent IS TRUE AND d.state IS DISTINCT FROM 'SENT') OR (d.state = 'SENT' AND r.ftp_sent IS NOT TRUE)
