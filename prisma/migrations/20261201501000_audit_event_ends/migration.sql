-- The entries so far become the first partition. Its end is proved before (the next migration), so that attaching it reads no
-- entry: the first new year (UTC) that is more than a month ahead and after each entry, should a clock have been ahead.
CREATE FUNCTION pg_temp.bound_first_partition() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  newest TIMESTAMPTZ;
BEGIN
  LOCK TABLE audit_event IN ACCESS EXCLUSIVE MODE;
  SELECT max(at) INTO newest FROM audit_event;
  EXECUTE format('ALTER TABLE audit_event ADD CONSTRAINT audit_event_ends CHECK (at < %L) NOT VALID',
    date_trunc('year', greatest(now() + interval '31 days', newest) AT TIME ZONE 'UTC' + interval '1 year') AT TIME ZONE 'UTC');
END $$;
SELECT pg_temp.bound_first_partition();
