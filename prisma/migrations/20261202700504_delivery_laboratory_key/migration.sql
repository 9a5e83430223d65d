CREATE UNIQUE INDEX CONCURRENTLY "delivery_laboratory_id_id_key" ON "delivery" ("laboratory_id", "id");
