-- A chart may lie in the object store: the database then has its hash. The former release makes such a chart again and
-- stores it here.
ALTER TABLE interpretation_chart
  ADD COLUMN body_sha256 CHAR(64),
  ALTER COLUMN body DROP NOT NULL;
