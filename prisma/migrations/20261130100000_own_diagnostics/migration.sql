-- A kit's own diagnostics beside those of the catalogue. NULL, as in all rows from before: as the catalogue has it, or none.
ALTER TABLE diagnostic_color
  ADD COLUMN letters text,
  ADD COLUMN lis_code text,
  ADD COLUMN snomed_ct text,
  ADD COLUMN loinc text,
  ADD COLUMN meaning text;
