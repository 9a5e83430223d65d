-- The end of a signed record, its wells, may lie in the object store: the database then has its hash. Records of the former
-- release stay as they are.
ALTER TABLE decision_record ADD COLUMN wells_sha256 CHAR(64);
