-- AlterTable
ALTER TABLE "kit_version" ADD COLUMN     "negative_controls" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "outside_diagnostic_id" UUID,
ADD COLUMN     "positive_controls" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "kit_version_outside_diagnostic_id_idx" ON "kit_version"("outside_diagnostic_id");

-- AddForeignKey
ALTER TABLE "kit_version" ADD CONSTRAINT "kit_version_outside_diagnostic_id_fkey" FOREIGN KEY ("outside_diagnostic_id") REFERENCES "diagnostic_color"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "kit_version" ADD CONSTRAINT "kit_version_controls" CHECK (
  "negative_controls" BETWEEN 0 AND 20 AND "positive_controls" BETWEEN 0 AND 20);
