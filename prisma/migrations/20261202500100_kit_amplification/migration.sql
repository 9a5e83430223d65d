-- The latest cycle at which a channel has amplified. Null: rules do not ask for it. See docs/adr/0110-amplification.md.
ALTER TABLE kit_version ADD COLUMN amplification jsonb;
