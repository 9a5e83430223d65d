CREATE UNIQUE INDEX CONCURRENTLY "interpretation_laboratory_id_id_key" ON "interpretation" ("laboratory_id", "id");
