-- How wells with one name become one sample; null: they do not. A column without a default rewrites nothing.
ALTER TABLE kit_version ADD COLUMN replicates jsonb;
