-- When every place outside was last found to keep the head of every chain.
ALTER TABLE "installation" ADD COLUMN "heads_kept_at" TIMESTAMPTZ(6);
