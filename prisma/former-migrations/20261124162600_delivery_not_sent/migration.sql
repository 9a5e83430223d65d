-- The oldest delivery that is not sent is asked for every half minute.
CREATE INDEX CONCURRENTLY "delivery_not_sent_idx" ON "delivery" ("state", "requested_at") WHERE "state" <> 'SENT';
