-- The few runs that did not reach the file server, among all others.
CREATE INDEX "run_not_sent_idx" ON "run"("laboratory_id", "business_id") WHERE "ftp_sent" = false AND "archived_at" IS NULL;
