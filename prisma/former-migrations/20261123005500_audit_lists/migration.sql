-- The audit page lists newest first: by time, and for each filter.
CREATE INDEX "audit_event_at_id_idx" ON "audit_event"("at", "id");
CREATE INDEX "audit_event_laboratory_id_at_id_idx" ON "audit_event"("laboratory_id", "at", "id");
CREATE INDEX "audit_event_laboratory_id_action_at_id_idx" ON "audit_event"("laboratory_id", "action", "at", "id");
CREATE INDEX "audit_event_actor_id_at_id_idx" ON "audit_event"("actor_id", "at", "id");

-- What an entry says in words. Beyond so many characters it tells of well after well, which nobody looks for here.
CREATE FUNCTION audit_words(actor_name TEXT, details JSONB) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(actor_name || ' ' || left(details::text, 1000));
CREATE INDEX "audit_event_words_idx" ON "audit_event" USING GIN (audit_words("actor_name", "details") gin_trgm_ops);
