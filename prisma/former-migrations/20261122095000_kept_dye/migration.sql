-- CreateTable
CREATE TABLE "kept_dye" (
    "id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "analyser_id" UUID NOT NULL,
    "dye" TEXT NOT NULL,
    "channel" "channel_name",
    "kept_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kept_dye_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "kept_dye_analyser_id_idx" ON "kept_dye"("analyser_id");

-- CreateIndex
CREATE UNIQUE INDEX "kept_dye_laboratory_id_analyser_id_dye_key" ON "kept_dye"("laboratory_id", "analyser_id", "dye");

-- AddForeignKey
ALTER TABLE "kept_dye" ADD CONSTRAINT "kept_dye_laboratory_id_fkey" FOREIGN KEY ("laboratory_id") REFERENCES "laboratory"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kept_dye" ADD CONSTRAINT "kept_dye_analyser_id_fkey" FOREIGN KEY ("analyser_id") REFERENCES "analyser"("id") ON DELETE CASCADE ON UPDATE CASCADE;
