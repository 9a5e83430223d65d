-- The entries so far become the first partition. Its end is proved before (the next migration), so that attaching it reads no
-- entry: the first new year (UTC) that is more than a month ahead.
CREATE FUNCTION pg_temp.bound_first_partition() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE audit_event ADD CONSTRAINT audit_event_ends CHECK (at < %L) NOT VALID',
    date_trunc('year', now() AT TIME ZONE 'UTC' + interval '1 year 31 days') AT TIME ZONE 'UTC');
END $$;
SELECT pg_temp.bound_first_partition();
