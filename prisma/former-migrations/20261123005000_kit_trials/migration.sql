-- CreateTable
CREATE TABLE "kit_trial" (
    "laboratory_id" UUID NOT NULL,
    "kit_version_id" UUID NOT NULL,
    "reaction_buffer_id" UUID NOT NULL,
    "analyser_id" UUID NOT NULL,
    "settings_sha256" TEXT NOT NULL,
    "runs" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "changes" INTEGER NOT NULL,
    "by_id" UUID NOT NULL,
    "by_name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "kit_trial_pkey" PRIMARY KEY ("kit_version_id","laboratory_id","reaction_buffer_id","analyser_id","settings_sha256")
);

-- CreateIndex
CREATE INDEX "kit_trial_laboratory_id_idx" ON "kit_trial"("laboratory_id");

-- CreateIndex
CREATE INDEX "kit_trial_reaction_buffer_id_idx" ON "kit_trial"("reaction_buffer_id");

-- CreateIndex
CREATE INDEX "kit_trial_analyser_id_idx" ON "kit_trial"("analyser_id");

-- AddForeignKey
ALTER TABLE "kit_trial" ADD CONSTRAINT "kit_trial_laboratory_id_fkey" FOREIGN KEY ("laboratory_id") REFERENCES "laboratory"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kit_trial" ADD CONSTRAINT "kit_trial_kit_version_id_fkey" FOREIGN KEY ("kit_version_id") REFERENCES "kit_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kit_trial" ADD CONSTRAINT "kit_trial_reaction_buffer_id_fkey" FOREIGN KEY ("reaction_buffer_id") REFERENCES "reaction_buffer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kit_trial" ADD CONSTRAINT "kit_trial_analyser_id_fkey" FOREIGN KEY ("analyser_id") REFERENCES "analyser"("id") ON DELETE CASCADE ON UPDATE CASCADE;
