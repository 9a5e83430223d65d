-- Databases of 0.2.0 before its release have the default `true`.
ALTER TABLE "run" ALTER COLUMN "run_date_recorded" SET DEFAULT false;
