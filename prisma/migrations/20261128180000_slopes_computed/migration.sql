-- The slopes of new interpretations are computed from the curves: their hashes stay. Those of earlier ones stay as they are.
ALTER TABLE interpreted_slopes
  ALTER COLUMN temperatures DROP NOT NULL,
  ALTER COLUMN "values" DROP NOT NULL,
  ADD COLUMN temperatures_sha256 char(64),
  ADD COLUMN values_sha256 char(64),
  ADD CONSTRAINT interpreted_slopes_one_form CHECK (
    num_nulls(temperatures, "values") IN (0, 2)
    AND num_nulls(temperatures_sha256, values_sha256) = 2 - num_nulls(temperatures, "values")
  ) NOT VALID;
