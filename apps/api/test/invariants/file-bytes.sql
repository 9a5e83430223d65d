-- An original is, byte for byte, what was imported, and what a row names is there.
SELECT 'file ' || id AS what FROM (
  SELECT f.id, f.sha256, f.packed_sha256, f.size, coalesce(f.content, b.content) AS stored
  FROM run_file f LEFT JOIN blob b ON b.run_id = f.run_id AND b.sha256 = coalesce(f.packed_sha256, f.sha256)) f
  WHERE stored IS NULL OR coalesce(packed_sha256, sha256) <> encode(sha256(stored), 'hex') OR (packed_sha256 IS NULL AND size <> length(stored))
UNION ALL
SELECT 'curves ' || c.id FROM run_curves c LEFT JOIN blob b ON b.run_id = c.run_id AND b.sha256 = c.packed_sha256
  WHERE c.packed_sha256 IS NOT NULL AND c.packed_sha256 IS DISTINCT FROM encode(sha256(b.content), 'hex')
UNION ALL
SELECT 'blob that no row names ' || b.sha256 FROM blob b
  WHERE NOT EXISTS (SELECT FROM run_file f WHERE f.run_id = b.run_id AND coalesce(f.packed_sha256, f.sha256) = b.sha256)
    AND NOT EXISTS (SELECT FROM run_curves c WHERE c.run_id = b.run_id AND c.packed_sha256 = b.sha256)
