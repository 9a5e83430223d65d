-- An interpretation names the files that it was made from.
SELECT 'interpretation ' || i.id AS what FROM interpretation i
  WHERE i.run_id IS NOT NULL AND i.input_sha256 <> (
    SELECT encode(sha256(convert_to(string_agg(f.sha256, E'\n' ORDER BY f."order"), 'UTF8')), 'hex')
    FROM run_file f WHERE f.run_id = i.run_id)
UNION ALL
SELECT 'interpretation ' || id FROM interpretation
  WHERE algorithm_version = '' OR software_version = '' OR configuration_sha256 !~ '^[0-9a-f]{64}$'
