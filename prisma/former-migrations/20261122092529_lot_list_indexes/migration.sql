-- Every list of lots has an order that an index has: all by name, those of a version by when they expire.
CREATE INDEX "lot_kit_version_id_expiration_date_name_idx" ON "lot"("kit_version_id", "expiration_date", "name");
CREATE INDEX "lot_name_id_idx" ON "lot"("name", "id");
