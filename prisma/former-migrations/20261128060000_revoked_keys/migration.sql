-- A revoked key: from when on nothing counts that it signs, the newer key that signed so, and that signature.
ALTER TABLE "signing_key" ADD COLUMN "revoked_at" TIMESTAMPTZ(3), ADD COLUMN "revoked_by" CHAR(16), ADD COLUMN "revocation" TEXT,
  -- 'heads': it signs heads of the audit trail alone. Null: decisions, and heads where no key is for them.
  ADD COLUMN "use" TEXT;

-- A key that was signed with stays; the one that comes after it vouches for it once, and
-- for a key for heads each that is taken into use. A revocation stays, and its time only gets earlier.
CREATE OR REPLACE FUNCTION keep_signing_key() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE'
    OR (NEW.id, NEW.public_key, NEW.since, NEW.use) IS DISTINCT FROM (OLD.id, OLD.public_key, OLD.since, OLD.use)
    OR OLD.endorsement IS NOT NULL AND OLD.use IS NULL
      AND (NEW.endorsed_by, NEW.endorsement) IS DISTINCT FROM (OLD.endorsed_by, OLD.endorsement)
    OR OLD.revoked_at IS NOT NULL
      AND (NEW.revoked_at, NEW.revoked_by, NEW.revocation)
        IS DISTINCT FROM (OLD.revoked_at, OLD.revoked_by, OLD.revocation)
      AND (NEW.revoked_at < OLD.revoked_at) IS NOT TRUE THEN
    RAISE EXCEPTION 'a signing key cannot be changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
