-- What Prisma's schema cannot say: orders of lists, of live runs and of archived ones. See `run-page.ts`.
-- Since when a run is in its status, or archived, is told by the last of four dates that is set.

CREATE INDEX "run_live_since_idx" ON "run" ("laboratory_id", (coalesce("archived_at", "decided_at", "submitted_at", "imported_at")), "business_id") WHERE "archived_at" IS NULL;
CREATE INDEX "run_live_plate_id_idx" ON "run" ("laboratory_id", "plate_id", "business_id") WHERE "archived_at" IS NULL;
CREATE INDEX "run_archived_since_idx" ON "run" ("laboratory_id", (coalesce("archived_at", "decided_at", "submitted_at", "imported_at")), "business_id") WHERE "archived_at" IS NOT NULL;
CREATE INDEX "run_archived_plate_id_idx" ON "run" ("laboratory_id", "plate_id", "business_id") WHERE "archived_at" IS NOT NULL;

-- The run that waits longest, without looking at the others that wait.
CREATE INDEX "run_live_status_since_idx" ON "run" ("laboratory_id", "status", (coalesce("archived_at", "decided_at", "submitted_at", "imported_at"))) WHERE "archived_at" IS NULL;
