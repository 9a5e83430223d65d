-- AlterTable
ALTER TABLE "interpretation" ADD COLUMN     "former_run_id" UUID,
ADD COLUMN     "replaced_at" TIMESTAMPTZ(6),
ADD COLUMN     "replaced_by_id" UUID,
ADD COLUMN     "replaced_by_name" TEXT,
ADD COLUMN     "replaced_reason" TEXT,
ADD COLUMN     "replaced_status" "run_status",
ALTER COLUMN "run_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "interpreted_well" ADD COLUMN     "former_well_id" UUID,
ALTER COLUMN "well_id" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "interpretation_former_run_id_replaced_at_idx" ON "interpretation"("former_run_id", "replaced_at");

-- CreateIndex
CREATE INDEX "interpreted_well_former_well_id_idx" ON "interpreted_well"("former_well_id");

-- AddForeignKey
ALTER TABLE "interpretation" ADD CONSTRAINT "interpretation_former_run_id_fkey" FOREIGN KEY ("former_run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "interpreted_well" ADD CONSTRAINT "interpreted_well_former_well_id_fkey" FOREIGN KEY ("former_well_id") REFERENCES "well"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A result is told by one interpretation, and what told it before is kept. What asks for the interpretation of a run or
-- of a well therefore never meets a former one.
ALTER TABLE "interpretation" ADD CONSTRAINT "interpretation_now_or_before" CHECK (
  num_nonnulls("run_id", "former_run_id") = 1
  AND num_nonnulls("former_run_id", "replaced_at", "replaced_by_id", "replaced_by_name", "replaced_status") IN (0, 5));
ALTER TABLE "interpreted_well" ADD CONSTRAINT "interpreted_well_now_or_before" CHECK (num_nonnulls("well_id", "former_well_id") = 1);
