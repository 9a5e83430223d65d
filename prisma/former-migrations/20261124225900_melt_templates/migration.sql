-- A second product may have to stand beyond what the first one's target looks like: off until the owner of a kit version
-- switches it on.
ALTER TABLE "kit_version" ADD COLUMN "melt_templates_from" TEXT;
ALTER TABLE "kit_version" ADD CONSTRAINT "kit_version_melt_templates_from" CHECK ("melt_templates_from" = 'plate');
