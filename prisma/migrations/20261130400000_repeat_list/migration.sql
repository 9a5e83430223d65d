-- Samples that a laboratory repeats on a later plate.
CREATE TYPE "repeat_reason" AS ENUM ('NO_RESULT', 'FAILED_CONTROL', 'CHOSEN');

CREATE TABLE "repeat_entry" (
    "id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "run_id" UUID,
    "run_number" INTEGER NOT NULL,
    "position" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "order_id" TEXT,
    "sample_type" "sample_type" NOT NULL,
    "kit_id" UUID NOT NULL,
    "reason" "repeat_reason" NOT NULL,
    "note" TEXT,
    "added_by_name" TEXT NOT NULL,
    "added_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "placed_run_id" UUID,
    "placed_number" INTEGER,
    "placed_position" TEXT,
    "placed_at" TIMESTAMPTZ(6),

    CONSTRAINT "repeat_entry_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "repeat_entry_run_id_position_key" ON "repeat_entry"("run_id", "position");
CREATE INDEX "repeat_entry_laboratory_id_placed_at_added_at_idx" ON "repeat_entry"("laboratory_id", "placed_at", "added_at");
CREATE INDEX "repeat_entry_placed_run_id_idx" ON "repeat_entry"("placed_run_id");
CREATE INDEX "repeat_entry_kit_id_idx" ON "repeat_entry"("kit_id");

ALTER TABLE "repeat_entry" ADD CONSTRAINT "repeat_entry_laboratory_id_fkey" FOREIGN KEY ("laboratory_id") REFERENCES "laboratory"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "repeat_entry" ADD CONSTRAINT "repeat_entry_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "repeat_entry" ADD CONSTRAINT "repeat_entry_placed_run_id_fkey" FOREIGN KEY ("placed_run_id") REFERENCES "run"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "repeat_entry" ADD CONSTRAINT "repeat_entry_kit_id_fkey" FOREIGN KEY ("kit_id") REFERENCES "kit"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
