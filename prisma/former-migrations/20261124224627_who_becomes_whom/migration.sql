-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "way_by_ids" UUID[] DEFAULT ARRAY[]::UUID[];

-- AlterTable
ALTER TABLE "identity_account" ADD COLUMN     "set_password_by_id" UUID;

-- AlterTable
ALTER TABLE "signature" ADD COLUMN     "account_changes" JSONB;

-- CreateTable
CREATE TABLE "session_activity" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "active_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "session_activity_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "read_log" (
    "id" BIGSERIAL NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "user_name" TEXT NOT NULL,
    "session" CHAR(32) NOT NULL,
    "what" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "run_id" UUID,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "address" TEXT,

    CONSTRAINT "read_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "session_activity_active_at_idx" ON "session_activity"("active_at");

-- CreateIndex
CREATE INDEX "read_log_laboratory_id_at_idx" ON "read_log"("laboratory_id", "at");

-- CreateIndex
CREATE INDEX "read_log_run_id_idx" ON "read_log"("run_id");

-- CreateIndex
CREATE INDEX "read_log_at_idx" ON "read_log"("at");

-- CreateIndex
CREATE UNIQUE INDEX "read_log_user_id_session_what_subject_key" ON "read_log"("user_id", "session", "what", "subject");
