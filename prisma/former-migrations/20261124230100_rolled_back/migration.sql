-- Heads of the audit trail that lie outside and are not in this database: it was set back, and nobody has confirmed that.
ALTER TABLE "installation" ADD COLUMN "rolled_back_at" TIMESTAMPTZ(6), ADD COLUMN "rolled_back_heads" JSONB;
