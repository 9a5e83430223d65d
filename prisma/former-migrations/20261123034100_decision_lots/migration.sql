ALTER TABLE "run_decision" ADD COLUMN "lots" JSONB;
