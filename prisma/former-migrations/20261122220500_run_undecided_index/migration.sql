-- What Prisma's schema cannot say: the order of live runs that begins with the undecided ones. See `run-page.ts`.

CREATE INDEX "run_live_undecided_idx" ON "run" ("laboratory_id", (CASE "status" WHEN 'WAIT_FOR_APPROVAL' THEN 2 WHEN 'RUN_TO_INTERPRET' THEN 1 ELSE 0 END), "business_id") WHERE "archived_at" IS NULL;

-- Archived runs are all decided, and may be asked for in the same order all the same.
CREATE INDEX "run_archived_undecided_idx" ON "run" ("laboratory_id", (CASE "status" WHEN 'WAIT_FOR_APPROVAL' THEN 2 WHEN 'RUN_TO_INTERPRET' THEN 1 ELSE 0 END), "business_id") WHERE "archived_at" IS NOT NULL;
