ALTER TABLE "interpreted_well_diagnostic" ADD COLUMN "is_undo" BOOLEAN NOT NULL DEFAULT false;
