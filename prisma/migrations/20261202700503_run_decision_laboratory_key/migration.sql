CREATE UNIQUE INDEX CONCURRENTLY "run_decision_laboratory_id_id_key" ON "run_decision" ("laboratory_id", "id");
