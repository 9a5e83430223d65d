-- CreateTable
CREATE TABLE "archive_job" (
    "run_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "mark_as_to_delete" BOOLEAN NOT NULL,
    "requested_by_id" UUID NOT NULL,
    "requested_by_name" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(6) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(6) NOT NULL,
    "failed_at" TIMESTAMPTZ(6),
    "error" TEXT,

    CONSTRAINT "archive_job_pkey" PRIMARY KEY ("run_id")
);

-- CreateIndex
CREATE INDEX "archive_job_failed_at_next_attempt_at_idx" ON "archive_job"("failed_at", "next_attempt_at");

-- AddForeignKey
ALTER TABLE "archive_job" ADD CONSTRAINT "archive_job_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
