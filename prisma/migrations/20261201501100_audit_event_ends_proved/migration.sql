ALTER TABLE "audit_event" VALIDATE CONSTRAINT "audit_event_ends";
