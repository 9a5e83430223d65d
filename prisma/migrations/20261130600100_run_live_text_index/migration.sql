-- Words in most runs are counted in this index alone. An entry of an index has at most 2,704 bytes; longer texts have their own.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "run_live_text_idx" ON "run" ("laboratory_id", "status", "business_id") INCLUDE ("search_text") WHERE "archived_at" IS NULL AND octet_length("search_text") <= 2000;
