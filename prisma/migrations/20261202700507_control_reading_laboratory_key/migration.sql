CREATE UNIQUE INDEX CONCURRENTLY "control_reading_laboratory_id_id_key" ON "control_reading" ("laboratory_id", "id");
