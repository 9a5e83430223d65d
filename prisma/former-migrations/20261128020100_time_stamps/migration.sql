-- Time stamps (RFC 3161) of decisions: asked for with the decision, fetched afterwards.
CREATE TABLE "time_stamp" (
    "decision_id" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(6) NOT NULL,
    "token" BYTEA,
    "problem" TEXT,
    CONSTRAINT "time_stamp_pkey" PRIMARY KEY ("decision_id")
);
ALTER TABLE "time_stamp" ADD CONSTRAINT "time_stamp_decision_id_fkey" FOREIGN KEY ("decision_id")
  REFERENCES "run_decision"("id") ON DELETE CASCADE ON UPDATE CASCADE;
