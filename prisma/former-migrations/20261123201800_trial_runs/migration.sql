-- Runs of before are marked afterwards, in batches: `upgrade/backfills.ts`.
ALTER TABLE "run" ADD COLUMN "trial_lot_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[];
