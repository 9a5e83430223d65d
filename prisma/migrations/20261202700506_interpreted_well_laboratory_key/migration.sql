CREATE UNIQUE INDEX CONCURRENTLY "interpreted_well_laboratory_id_id_key" ON "interpreted_well" ("laboratory_id", "id");
