-- Whether a signature tells what was changed at an outside identity provider: 'read' or 'not-known'.
ALTER TABLE "signature" ADD COLUMN "provider_events" TEXT;
