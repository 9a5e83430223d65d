CREATE UNIQUE INDEX CONCURRENTLY "run_kit_laboratory_id_id_key" ON "run_kit" ("laboratory_id", "id");
