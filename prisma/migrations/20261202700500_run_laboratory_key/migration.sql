-- References name the laboratory too, so that no row can belong to a run of another one.
CREATE UNIQUE INDEX CONCURRENTLY "run_laboratory_id_id_key" ON "run" ("laboratory_id", "id");
