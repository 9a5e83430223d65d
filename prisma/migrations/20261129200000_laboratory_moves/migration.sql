-- Where a laboratory lives, if not here, and where the catalogue of kits is changed, if not here.
ALTER TABLE "laboratory" ADD COLUMN "move_state" TEXT;
ALTER TABLE "laboratory" ADD COLUMN "lives_at" TEXT;
ALTER TABLE "laboratory" ADD COLUMN "moved_at" TIMESTAMPTZ(6);
ALTER TABLE "installation" ADD COLUMN "catalogue_at" TEXT;

-- Every change writes an audit entry in its transaction and so changes the head of its chain.
CREATE FUNCTION refuse_elsewhere() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  place RECORD;
BEGIN
  SELECT move_state, lives_at INTO place FROM laboratory WHERE id = NEW.chain;
  IF place.move_state IN ('moving', 'arriving') THEN
    RAISE EXCEPTION 'the laboratory is being moved' USING ERRCODE = 'CW503';
  ELSIF place.move_state = 'elsewhere' THEN
    RAISE EXCEPTION 'the laboratory lives at %', place.lives_at USING ERRCODE = 'CW421';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_head_lives_here BEFORE INSERT OR UPDATE ON audit_head
  FOR EACH ROW EXECUTE FUNCTION refuse_elsewhere();

-- Logical replication, which copies the catalogue, does not run this trigger.
CREATE FUNCTION refuse_catalogue_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  place TEXT := (SELECT catalogue_at FROM installation);
BEGIN
  IF place IS NOT NULL THEN
    RAISE EXCEPTION 'the catalogue lives at %', place USING ERRCODE = 'CW422';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER analyser_changed_at_home BEFORE INSERT OR DELETE OR UPDATE ON analyser
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_catalogue_change();
CREATE TRIGGER combination_rule_changed_at_home BEFORE INSERT OR DELETE OR UPDATE ON combination_rule
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_catalogue_change();
CREATE TRIGGER diagnostic_color_changed_at_home BEFORE INSERT OR DELETE OR UPDATE ON diagnostic_color
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_catalogue_change();
CREATE TRIGGER kept_template_changed_at_home BEFORE INSERT OR DELETE OR UPDATE ON kept_template
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_catalogue_change();
CREATE TRIGGER kit_changed_at_home BEFORE INSERT OR DELETE OR UPDATE ON kit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_catalogue_change();
CREATE TRIGGER kit_analyser_changed_at_home BEFORE INSERT OR DELETE OR UPDATE ON kit_analyser
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_catalogue_change();
CREATE TRIGGER kit_channel_changed_at_home BEFORE INSERT OR DELETE OR UPDATE ON kit_channel
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_catalogue_change();
CREATE TRIGGER kit_reaction_buffer_changed_at_home BEFORE INSERT OR DELETE OR UPDATE ON kit_reaction_buffer
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_catalogue_change();
CREATE TRIGGER kit_version_changed_at_home BEFORE INSERT OR DELETE OR UPDATE ON kit_version
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_catalogue_change();
CREATE TRIGGER lot_changed_at_home BEFORE INSERT OR DELETE OR UPDATE ON lot
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_catalogue_change();
CREATE TRIGGER phase_changed_at_home BEFORE INSERT OR DELETE OR UPDATE ON phase
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_catalogue_change();
CREATE TRIGGER reaction_buffer_changed_at_home BEFORE INSERT OR DELETE OR UPDATE ON reaction_buffer
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_catalogue_change();
CREATE TRIGGER zone_changed_at_home BEFORE INSERT OR DELETE OR UPDATE ON zone
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_catalogue_change();
