-- Run numbers are unique in a laboratory and do not exceed its counter.
SELECT 'run ' || r.id AS what FROM run r LEFT JOIN run_counter c ON c.laboratory_id = r.laboratory_id
  WHERE r.business_id > coalesce(c.last_business_id, 0)
UNION ALL
SELECT 'number ' || business_id || ' of ' || laboratory_id FROM run GROUP BY laboratory_id, business_id HAVING count(*) > 1
