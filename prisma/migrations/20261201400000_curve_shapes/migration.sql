-- Regions and references of the curves' shapes, by channel; null: not compared. A column without a default rewrites nothing.
ALTER TABLE kit_version ADD COLUMN curve_shapes jsonb;
