-- What called the wells, and the hash of each result as it was stored. Empty: interpreted before they were kept.
ALTER TABLE "interpretation" ADD COLUMN "engine_sha256" CHAR(64);
ALTER TABLE "interpretation" ADD COLUMN "result_hashes" JSONB;
