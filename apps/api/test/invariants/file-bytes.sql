-- An original is, byte for byte, what was imported.
SELECT 'file ' || id AS what FROM run_file
  WHERE coalesce(packed_sha256, sha256) <> encode(sha256(content), 'hex') OR (packed_sha256 IS NULL AND size <> length(content))
