CREATE UNIQUE INDEX CONCURRENTLY "channel_analysis_laboratory_id_id_key" ON "channel_analysis" ("laboratory_id", "id");
