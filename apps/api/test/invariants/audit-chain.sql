-- The entries of each chain are numbered from 1 without gaps, each has the hash of the previous one, and the
-- last one is the head.
SELECT 'entry ' || id AS what FROM (
    SELECT id, number, previous_hash, row_number() OVER chain AS place, lag(hash) OVER chain AS former
    FROM audit_event WHERE number > 0 WINDOW chain AS (PARTITION BY laboratory_id ORDER BY number)) e
  WHERE number <> place OR previous_hash <> coalesce(former, repeat('0', 64))
UNION ALL
SELECT 'head ' || h.chain FROM audit_head h
  LEFT JOIN LATERAL (
    SELECT a.number, a.hash FROM audit_event a
    WHERE coalesce(a.laboratory_id, '00000000-0000-0000-0000-000000000000') = h.chain AND a.number > 0
    ORDER BY a.number DESC LIMIT 1) l ON true
  WHERE (h.number, h.hash) IS DISTINCT FROM (l.number, l.hash)
