-- Zones may follow the controls of a plate: off until the owner of a kit version switches it on.
ALTER TABLE "kit_version" ADD COLUMN "tm_shift_limit" DOUBLE PRECISION;
ALTER TABLE "kit_version" ADD CONSTRAINT "kit_version_tm_shift_limit" CHECK ("tm_shift_limit" BETWEEN 0.5 AND 2);
ALTER TABLE "zone" ADD COLUMN "reference_tm" DOUBLE PRECISION;

-- CreateTable
CREATE TABLE "tm_shift" (
    "interpretation_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "kit_version_id" UUID NOT NULL,
    "reaction_buffer_id" UUID NOT NULL,
    "channel" "channel_name" NOT NULL,
    "decision" TEXT NOT NULL,
    "controls" INTEGER NOT NULL,
    "median" DOUBLE PRECISION,
    "error" DOUBLE PRECISION,
    "limit" DOUBLE PRECISION NOT NULL,
    "moved" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "tm_shift_pkey" PRIMARY KEY ("interpretation_id","kit_version_id","reaction_buffer_id","channel")
);

-- CreateIndex
CREATE INDEX "tm_shift_kit_version_id_idx" ON "tm_shift"("kit_version_id");

-- CreateIndex
CREATE INDEX "tm_shift_reaction_buffer_id_idx" ON "tm_shift"("reaction_buffer_id");

-- AddForeignKey
ALTER TABLE "tm_shift" ADD CONSTRAINT "tm_shift_interpretation_id_fkey" FOREIGN KEY ("interpretation_id") REFERENCES "interpretation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tm_shift" ADD CONSTRAINT "tm_shift_kit_version_id_fkey" FOREIGN KEY ("kit_version_id") REFERENCES "kit_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tm_shift" ADD CONSTRAINT "tm_shift_reaction_buffer_id_fkey" FOREIGN KEY ("reaction_buffer_id") REFERENCES "reaction_buffer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
