-- Audit entries by year. The table so far becomes the first partition, as it is: no entry is read or moved.
-- Partitions are in a schema that the role of the product may not use. It reads and writes them by their table only.
CREATE SCHEMA audit_part;

DROP TRIGGER audit_event_append_only ON audit_event;
ALTER SEQUENCE audit_event_id_seq OWNED BY NONE;
ALTER TABLE audit_event SET SCHEMA audit_part;
ALTER TABLE audit_part.audit_event DROP CONSTRAINT audit_event_pkey;
ALTER TABLE audit_part.audit_event ADD CONSTRAINT audit_event_pkey PRIMARY KEY USING INDEX audit_event_id_at_key;

CREATE TABLE audit_event (LIKE audit_part.audit_event INCLUDING DEFAULTS) PARTITION BY RANGE (at);
ALTER SEQUENCE audit_event_id_seq OWNED BY audit_event.id;
ALTER TABLE audit_event ADD CONSTRAINT audit_event_pkey PRIMARY KEY (id, at);
CREATE INDEX audit_event_actor_id_at_id_idx ON audit_event (actor_id, at, id);
CREATE INDEX audit_event_actor_id_id_idx ON audit_event (actor_id, id);
CREATE INDEX audit_event_at_id_idx ON audit_event (at, id);
CREATE INDEX audit_event_entity_entity_id_id_idx ON audit_event (entity, entity_id, id);
CREATE INDEX audit_event_laboratory_id_action_at_id_idx ON audit_event (laboratory_id, action, at, id);
CREATE INDEX audit_event_laboratory_id_at_id_idx ON audit_event (laboratory_id, at, id);
CREATE INDEX audit_event_laboratory_id_id_idx ON audit_event (laboratory_id, id);
CREATE INDEX audit_event_not_brought_in_idx ON audit_event (laboratory_id, id) WHERE (number < 0);
CREATE INDEX audit_event_words_idx ON audit_event USING gin (audit_words(actor_name, details) gin_trgm_ops);

CREATE TRIGGER audit_event_append_only BEFORE DELETE OR UPDATE ON audit_event
  FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_event_never_emptied BEFORE TRUNCATE ON audit_event
  FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

-- Opens the partition of a year, which is the last one and has no end, so that no entry is ever refused. Numbers of a chain are
-- unique in each partition; that none occurs in two follows from the head of the chain, from which the function
-- `audit_append` counts with the head locked, and which no other may write.
CREATE FUNCTION open_audit_partition(begins timestamptz) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  named CONSTANT TEXT := 'audit_event_' || extract(year FROM begins AT TIME ZONE 'UTC');
BEGIN
  EXECUTE format('CREATE TABLE audit_part.%I PARTITION OF audit_event FOR VALUES FROM (%L) TO (MAXVALUE)', named, begins);
  EXECUTE format('CREATE UNIQUE INDEX ON audit_part.%I (laboratory_id, number) NULLS NOT DISTINCT', named);
  EXECUTE format('CREATE TRIGGER audit_event_never_emptied BEFORE TRUNCATE ON audit_part.%I
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', named);
END $$;

-- The partition without an end, and where it begins.
CREATE FUNCTION last_audit_partition(OUT partition regclass, OUT begins timestamptz)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET timezone TO 'UTC'
    AS $$
  SELECT c.oid::regclass, substring(pg_get_expr(c.relpartbound, c.oid) FROM $e$FROM \('([^']+)'\) TO \(MAXVALUE\)$e$)::timestamptz
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'public.audit_event'::regclass AND pg_get_expr(c.relpartbound, c.oid) LIKE '%TO (MAXVALUE)'
$$;

-- In the month before the last partition begins, it gets an end, and the one of the year after is opened. The functions are
-- called in transactions of their own, so that none that excludes others reads entries:
-- 1. a constraint that says where the last partition ends, not proved yet;
-- 2. its proof, which reads the entries if this was missed until there are some, while others write;
-- 3. the exchange, which the constraint allows without reading.
-- Where the last partition ends: the first new year (UTC) that is more than a month ahead and after each of its entries,
-- should a clock have been ahead. Returns whether it has to end.
CREATE FUNCTION bound_audit_partition_at(today timestamptz) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET lock_timeout TO '2s'
    AS $$
DECLARE
  last RECORD;
  newest TIMESTAMPTZ;
  ahead CONSTANT TIMESTAMPTZ := today + interval '31 days';
BEGIN
  SELECT * INTO last FROM last_audit_partition();
  IF last.begins > ahead THEN RETURN false; END IF;
  EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', last.partition);
  EXECUTE format('SELECT max(at) FROM %s', last.partition) INTO newest;
  EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS audit_event_ends,
    ADD CONSTRAINT audit_event_ends CHECK (at >= %L AND at < %L) NOT VALID', last.partition, last.begins,
    date_trunc('year', greatest(ahead, newest) AT TIME ZONE 'UTC' + interval '1 year') AT TIME ZONE 'UTC');
  RETURN true;
END $$;

CREATE FUNCTION bound_audit_partition() RETURNS boolean
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$ SELECT bound_audit_partition_at(now()) $$;

CREATE FUNCTION prove_audit_partition() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET lock_timeout TO '2s'
    AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT audit_event_ends', (SELECT partition FROM last_audit_partition()));
END $$;

CREATE FUNCTION exchange_audit_partition() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET lock_timeout TO '2s'
    SET timezone TO 'UTC'
    AS $$
DECLARE
  last RECORD;
  ends TIMESTAMPTZ;
BEGIN
  LOCK TABLE audit_event IN ACCESS EXCLUSIVE MODE;
  SELECT * INTO last FROM last_audit_partition();
  SELECT substring(pg_get_constraintdef(oid) FROM $e$at < '([^']+)'$e$)::timestamptz INTO ends
  FROM pg_constraint WHERE conrelid = last.partition AND conname = 'audit_event_ends' AND convalidated;
  IF ends IS NULL THEN RAISE EXCEPTION 'the end of the partition % is not proved', last.partition; END IF;
  EXECUTE format('ALTER TABLE audit_event DETACH PARTITION %s', last.partition);
  EXECUTE format('ALTER TABLE audit_event ATTACH PARTITION %s FOR VALUES FROM (%L) TO (%L)', last.partition, last.begins, ends);
  EXECUTE format('ALTER TABLE %s DROP CONSTRAINT audit_event_ends', last.partition);
  PERFORM open_audit_partition(ends);
END $$;

-- After a failure, so that no entry is ever refused.
CREATE FUNCTION unbound_audit_partition() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET lock_timeout TO '2s'
    AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS audit_event_ends', (SELECT partition FROM last_audit_partition()));
END $$;
REVOKE ALL ON FUNCTION open_audit_partition(timestamptz), last_audit_partition(), bound_audit_partition_at(timestamptz),
  bound_audit_partition(), prove_audit_partition(), exchange_audit_partition(), unbound_audit_partition() FROM PUBLIC;

-- Attaches the first partition with the end that was proved, and gives its rights to the table.
CREATE FUNCTION pg_temp.attach_first_partition() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  ends TIMESTAMPTZ;
  given RECORD;
BEGIN
  SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''')::timestamptz INTO STRICT ends
  FROM pg_constraint WHERE conrelid = 'audit_part.audit_event'::regclass AND conname = 'audit_event_ends' AND convalidated;
  EXECUTE format('ALTER TABLE audit_event ATTACH PARTITION audit_part.audit_event FOR VALUES FROM (MINVALUE) TO (%L)', ends);
  ALTER TABLE audit_part.audit_event DROP CONSTRAINT audit_event_ends;
  PERFORM open_audit_partition(ends);
  FOR given IN SELECT a.grantee::regrole AS role, a.privilege_type AS may FROM pg_class c, aclexplode(c.relacl) a
    WHERE c.oid = 'audit_part.audit_event'::regclass AND a.grantee <> c.relowner AND a.grantee <> 0
  LOOP
    EXECUTE format('GRANT %s ON audit_event TO %s', given.may, given.role);
    EXECUTE format('REVOKE %s ON audit_part.audit_event FROM %s', given.may, given.role);
  END LOOP;
END $$;
SELECT pg_temp.attach_first_partition();
