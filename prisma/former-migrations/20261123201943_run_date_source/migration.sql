-- CreateEnum
CREATE TYPE "run_date_source" AS ENUM ('FILE', 'FILE_ZONE', 'IMPORT', 'PERSON', 'UNKNOWN');

-- AlterTable
ALTER TABLE "laboratory" ADD COLUMN     "time_zone" TEXT NOT NULL DEFAULT 'UTC';

-- A decision sets "run_date_recorded". What was signed before it did so, also by a process of the former release beside
-- this one, has a record without the source of the date.
ALTER TABLE "run" ADD COLUMN     "run_date_by_id" UUID,
ADD COLUMN     "run_date_by_name" TEXT,
ADD COLUMN     "run_date_recorded" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "run_date_source" "run_date_source" NOT NULL DEFAULT 'UNKNOWN',
ADD COLUMN     "run_date_text" TEXT,
ADD COLUMN     "run_date_zone" TEXT;

-- What is known of the runs there are is noted afterwards, in batches: `upgrade/backfills.ts`.
