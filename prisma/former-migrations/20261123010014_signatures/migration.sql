-- CreateTable
CREATE TABLE "decision_record" (
    "decision_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "hash" CHAR(64) NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "decision_record_pkey" PRIMARY KEY ("decision_id")
);

-- CreateTable
CREATE TABLE "signature" (
    "decision_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "laboratory_name" TEXT NOT NULL,
    "signer_id" UUID NOT NULL,
    "signer_name" TEXT NOT NULL,
    "signer_role" TEXT NOT NULL,
    "decision" "run_status" NOT NULL,
    "meaning" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "signed_in_at" TIMESTAMPTZ(3),
    "software_version" TEXT NOT NULL,
    "record_hash" CHAR(64) NOT NULL,
    "entry_number" BIGINT NOT NULL,
    "entry_hash" CHAR(64) NOT NULL,
    "key_id" CHAR(16) NOT NULL,
    "signature" TEXT NOT NULL,

    CONSTRAINT "signature_pkey" PRIMARY KEY ("decision_id")
);

-- CreateTable
CREATE TABLE "record_check" (
    "run_id" UUID NOT NULL,
    "is_unchanged" BOOLEAN NOT NULL,
    "checked_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "record_check_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "signing_key" (
    "id" CHAR(16) NOT NULL,
    "public_key" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "endorsed_by" CHAR(16),
    "endorsement" TEXT,

    CONSTRAINT "signing_key_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "decision_record_run_id_idx" ON "decision_record"("run_id");

-- CreateIndex
CREATE INDEX "signature_run_id_entry_number_idx" ON "signature"("run_id", "entry_number");

-- CreateIndex
CREATE INDEX "signature_laboratory_id_entry_number_idx" ON "signature"("laboratory_id", "entry_number");

-- CreateIndex
CREATE INDEX "record_check_checked_at_idx" ON "record_check"("checked_at");

-- AddForeignKey
ALTER TABLE "decision_record" ADD CONSTRAINT "decision_record_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "run_decision"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signature" ADD CONSTRAINT "signature_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "run_decision"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "record_check" ADD CONSTRAINT "record_check_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was decided and signed is never rewritten.
CREATE TRIGGER "run_decision_unchanged" BEFORE UPDATE ON "run_decision" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "decision_record_unchanged" BEFORE UPDATE ON "decision_record" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "signature_unchanged" BEFORE UPDATE ON "signature" FOR EACH ROW EXECUTE FUNCTION refuse_change();
