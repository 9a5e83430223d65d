CREATE UNIQUE INDEX CONCURRENTLY "control_series_laboratory_id_id_key" ON "control_series" ("laboratory_id", "id");
