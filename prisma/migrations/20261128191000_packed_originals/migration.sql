-- Original files that are text are stored packed, without loss; those of earlier runs stay as they are.
ALTER TABLE run_file
  ADD COLUMN packed_sha256 char(64),
  ADD CONSTRAINT run_file_packed_content CHECK (packed_sha256 IS NULL OR content IS NOT NULL) NOT VALID;
