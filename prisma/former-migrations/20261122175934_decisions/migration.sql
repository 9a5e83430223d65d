-- CreateEnum
CREATE TYPE "signed_decision" AS ENUM ('submit', 'approve', 'reject');

-- AlterTable
ALTER TABLE "laboratory" ADD COLUMN     "rules" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "run_decision" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "decision" "signed_decision" NOT NULL,
    "reason" TEXT,
    "check" JSONB,
    "by_id" UUID NOT NULL,
    "by_name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "run_decision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "seen_well" (
    "user_id" UUID NOT NULL,
    "well_id" UUID NOT NULL,
    "diagnostic_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "seen_well_pkey" PRIMARY KEY ("user_id","well_id")
);

-- CreateIndex
CREATE INDEX "run_decision_run_id_at_idx" ON "run_decision"("run_id", "at");

-- CreateIndex
CREATE INDEX "seen_well_run_id_user_id_idx" ON "seen_well"("run_id", "user_id");

-- CreateIndex
CREATE INDEX "seen_well_well_id_idx" ON "seen_well"("well_id");

-- CreateIndex
CREATE INDEX "seen_well_diagnostic_id_idx" ON "seen_well"("diagnostic_id");

-- AddForeignKey
ALTER TABLE "run_decision" ADD CONSTRAINT "run_decision_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seen_well" ADD CONSTRAINT "seen_well_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seen_well" ADD CONSTRAINT "seen_well_well_id_fkey" FOREIGN KEY ("well_id") REFERENCES "well"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seen_well" ADD CONSTRAINT "seen_well_diagnostic_id_fkey" FOREIGN KEY ("diagnostic_id") REFERENCES "interpreted_well_diagnostic"("id") ON DELETE CASCADE ON UPDATE CASCADE;
