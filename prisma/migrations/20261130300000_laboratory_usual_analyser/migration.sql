-- The analyser that most files of a laboratory come from, chosen before its first run.
ALTER TABLE "laboratory" ADD COLUMN "usual_analyser_id" UUID;
ALTER TABLE "laboratory" ADD CONSTRAINT "laboratory_usual_analyser_id_fkey"
  FOREIGN KEY ("usual_analyser_id") REFERENCES "analyser"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "laboratory_usual_analyser_id_idx" ON "laboratory"("usual_analyser_id");
