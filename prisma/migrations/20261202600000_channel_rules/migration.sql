-- Rules over the channels of a kit version; null: samples have no combined result. A column without a default rewrites
-- nothing.
ALTER TABLE kit_version ADD COLUMN channel_rules jsonb;
