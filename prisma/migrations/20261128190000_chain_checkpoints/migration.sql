-- How far each audit trail was found intact when it was last read whole.
CREATE TABLE "chain_checkpoint" (
    "chain" UUID NOT NULL,
    "number" BIGINT NOT NULL,
    "hash" CHAR(64) NOT NULL,
    "fault" JSONB,
    "verified_at" TIMESTAMPTZ(3) NOT NULL,
    "key_id" CHAR(16) NOT NULL,
    "signature" TEXT NOT NULL,

    CONSTRAINT "chain_checkpoint_pkey" PRIMARY KEY ("chain")
);
