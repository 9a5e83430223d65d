-- The order of lists ran the other way than their indexes, and `archived_at IS NOT NULL` is no place in an index.
DROP INDEX "run_laboratory_id_archived_at_business_id_idx";
DROP INDEX "run_laboratory_id_archived_at_file_name_business_id_idx";
DROP INDEX "run_laboratory_id_archived_at_instrument_name_business_id_idx";
DROP INDEX "run_laboratory_id_archived_at_interpreted_by_name_business__idx";
DROP INDEX "run_laboratory_id_archived_at_kit_reaction_buffer_business__idx";
DROP INDEX "run_laboratory_id_archived_at_run_date_business_id_idx";
DROP INDEX "run_laboratory_id_archived_at_status_business_id_idx";
DROP INDEX "run_search_text_idx";

-- What Prisma's schema cannot say ------------------------------------------------------------
-- Every sort of a list, read forwards or backwards: of live runs, and of archived ones. See `run-page.ts`.

CREATE INDEX "run_live_business_id_idx" ON "run" ("laboratory_id", "business_id") WHERE "archived_at" IS NULL;
CREATE INDEX "run_live_file_name_idx" ON "run" ("laboratory_id", "file_name", "business_id") WHERE "archived_at" IS NULL;
CREATE INDEX "run_live_instrument_name_idx" ON "run" ("laboratory_id", "instrument_name", "business_id") WHERE "archived_at" IS NULL;
CREATE INDEX "run_live_kit_reaction_buffer_idx" ON "run" ("laboratory_id", "kit_reaction_buffer", "business_id") WHERE "archived_at" IS NULL;
CREATE INDEX "run_live_interpreted_by_name_idx" ON "run" ("laboratory_id", "interpreted_by_name", "business_id") WHERE "archived_at" IS NULL;
CREATE INDEX "run_live_run_date_idx" ON "run" ("laboratory_id", "run_date", "business_id") WHERE "archived_at" IS NULL;
CREATE INDEX "run_live_status_idx" ON "run" ("laboratory_id", "status", "business_id") WHERE "archived_at" IS NULL;

CREATE INDEX "run_archived_business_id_idx" ON "run" ("laboratory_id", "business_id") WHERE "archived_at" IS NOT NULL;
CREATE INDEX "run_archived_file_name_idx" ON "run" ("laboratory_id", "file_name", "business_id") WHERE "archived_at" IS NOT NULL;
CREATE INDEX "run_archived_instrument_name_idx" ON "run" ("laboratory_id", "instrument_name", "business_id") WHERE "archived_at" IS NOT NULL;
CREATE INDEX "run_archived_kit_reaction_buffer_idx" ON "run" ("laboratory_id", "kit_reaction_buffer", "business_id") WHERE "archived_at" IS NOT NULL;
CREATE INDEX "run_archived_interpreted_by_name_idx" ON "run" ("laboratory_id", "interpreted_by_name", "business_id") WHERE "archived_at" IS NOT NULL;
CREATE INDEX "run_archived_run_date_idx" ON "run" ("laboratory_id", "run_date", "business_id") WHERE "archived_at" IS NOT NULL;
CREATE INDEX "run_archived_status_idx" ON "run" ("laboratory_id", "status", "business_id") WHERE "archived_at" IS NOT NULL;

-- Searches for any part of a text: live runs by all that they show, archived ones by their file's name.
CREATE INDEX "run_live_search_text_idx" ON "run" USING GIN ("search_text" gin_trgm_ops) WHERE "archived_at" IS NULL;
CREATE INDEX "run_archived_file_name_search_idx" ON "run" USING GIN ("file_name" gin_trgm_ops) WHERE "archived_at" IS NOT NULL;
