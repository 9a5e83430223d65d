-- The bytes of an original match their hash.
SELECT 'file ' || id AS what FROM run_file WHERE sha256 <> encode(sha256(content), 'hex') OR size <> length(content)
