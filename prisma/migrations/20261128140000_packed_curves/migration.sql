-- Curves of new runs are one packed value, without loss: see docs/packed-curves.md. Those of earlier runs stay as they are.
ALTER TABLE run_curves
  ALTER COLUMN temperatures DROP NOT NULL,
  ALTER COLUMN "values" DROP NOT NULL,
  ADD COLUMN packed bytea,
  ADD COLUMN temperatures_sha256 char(64),
  ADD COLUMN values_sha256 char(64),
  ADD CONSTRAINT run_curves_one_form CHECK (
    num_nulls(temperatures, "values") = CASE WHEN packed IS NULL THEN 0 ELSE 2 END
    AND num_nulls(temperatures_sha256, values_sha256) = CASE WHEN packed IS NULL THEN 2 ELSE 0 END
  ) NOT VALID;
-- It is compressed already.
ALTER TABLE run_curves ALTER COLUMN packed SET STORAGE EXTERNAL;
