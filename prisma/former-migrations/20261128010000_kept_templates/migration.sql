-- Templates of targets that a kit version keeps for an analyser, learnt from approved runs. Used where the plate teaches none
-- and the owner of the kit version asks for it.
ALTER TABLE "kit_version" DROP CONSTRAINT "kit_version_melt_templates_from";
ALTER TABLE "kit_version" ADD CONSTRAINT "kit_version_melt_templates_from"
  CHECK ("melt_templates_from" IN ('plate', 'plate-or-kept'));

-- CreateTable
CREATE TABLE "kept_template" (
    "kit_version_id" UUID NOT NULL,
    "reaction_buffer_id" UUID NOT NULL,
    "analyser_id" UUID NOT NULL,
    "channel" "channel_name" NOT NULL,
    "phase_type" "phase_type" NOT NULL,
    "zone" CHAR(1) NOT NULL,
    "template" JSONB NOT NULL,
    "by_id" UUID NOT NULL,
    "by_name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kept_template_pkey" PRIMARY KEY ("kit_version_id","reaction_buffer_id","analyser_id","channel","phase_type","zone")
);

-- CreateIndex
CREATE INDEX "kept_template_reaction_buffer_id_idx" ON "kept_template"("reaction_buffer_id");

-- CreateIndex
CREATE INDEX "kept_template_analyser_id_idx" ON "kept_template"("analyser_id");

-- AddForeignKey
ALTER TABLE "kept_template" ADD CONSTRAINT "kept_template_kit_version_id_fkey" FOREIGN KEY ("kit_version_id") REFERENCES "kit_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kept_template" ADD CONSTRAINT "kept_template_reaction_buffer_id_fkey" FOREIGN KEY ("reaction_buffer_id") REFERENCES "reaction_buffer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kept_template" ADD CONSTRAINT "kept_template_analyser_id_fkey" FOREIGN KEY ("analyser_id") REFERENCES "analyser"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
