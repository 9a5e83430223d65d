-- A UUID of version 7, as RFC 9562 describes it: 48 bits with the milliseconds since 1970, then random ones. `uuidv7()` is
-- the same, but PostgreSQL has it since version 18 only.
CREATE FUNCTION new_id() RETURNS uuid
    LANGUAGE sql VOLATILE PARALLEL SAFE
    RETURN encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid;
ALTER TABLE "control_series" ALTER COLUMN "id" SET DEFAULT new_id();
ALTER TABLE "control_reading" ALTER COLUMN "id" SET DEFAULT new_id();
