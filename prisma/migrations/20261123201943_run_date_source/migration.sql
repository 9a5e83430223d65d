-- CreateEnum
CREATE TYPE "run_date_source" AS ENUM ('FILE', 'FILE_ZONE', 'IMPORT', 'PERSON', 'UNKNOWN');

-- AlterTable
ALTER TABLE "laboratory" ADD COLUMN     "time_zone" TEXT NOT NULL DEFAULT 'UTC';

-- AlterTable
ALTER TABLE "run" ADD COLUMN     "run_date_by_id" UUID,
ADD COLUMN     "run_date_by_name" TEXT,
ADD COLUMN     "run_date_recorded" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "run_date_source" "run_date_source" NOT NULL DEFAULT 'UNKNOWN',
ADD COLUMN     "run_date_text" TEXT,
ADD COLUMN     "run_date_zone" TEXT;

-- What is known of the runs there are. Readers that note remarks (`import_report.remarks`) have always added one of these
-- two sentences unless the file gave the date with its offset; until now a date without an offset was read as UTC.
-- Older reports say nothing of the date: theirs stays UNKNOWN, because it may be the time of the import.
UPDATE "run" SET
  "run_date_source" = CASE
    WHEN said.no_date THEN 'IMPORT'::"run_date_source"
    WHEN said.local IS NOT NULL THEN 'FILE_ZONE'::"run_date_source"
    ELSE 'FILE'::"run_date_source" END,
  "run_date_zone" = CASE WHEN said.local IS NOT NULL THEN 'UTC' END,
  "run_date_text" = replace(said.local, ' ', 'T')
FROM (
  SELECT "id", coalesce(bool_or(remark = 'The file gives no date of the run; the time of the import stands in its place.'), false) AS no_date,
    max(substring(remark from '^The date of the run, (.+), has no time zone in the file, or none that can be trusted: it is taken as UTC\.$')) AS local
  FROM "run" LEFT JOIN LATERAL jsonb_array_elements_text("import_report" -> 'remarks') AS remark ON true
  WHERE jsonb_typeof("import_report" -> 'remarks') = 'array'
  GROUP BY "id"
) said
WHERE said."id" = "run"."id";

-- These are signed as they were: their record has no source of the date.
UPDATE "run" SET "run_date_recorded" = false WHERE "status" IN ('APPROVED', 'REJECTED');
