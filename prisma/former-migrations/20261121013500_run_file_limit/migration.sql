-- No upload takes more files than 8, whatever a profile said.
UPDATE "analyser"
SET "max_number_of_files_by_run" = 8, "profile" = jsonb_set("profile", '{maxNumberOfFilesByRun}', '8')
WHERE "max_number_of_files_by_run" > 8;
