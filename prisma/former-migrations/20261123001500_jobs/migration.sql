-- CreateEnum
CREATE TYPE "archiving" AS ENUM ('PENDING', 'FAILED');

-- AlterTable
ALTER TABLE "run" ADD COLUMN "archive_request_id" UUID,
ADD COLUMN "archiving" "archiving";

-- What waits at this moment waits in a table that nobody looks into any more: whoever sent it is told to send it again.
UPDATE "run" SET "archiving" = 'FAILED' FROM "archive_job" WHERE "archive_job"."run_id" = "run"."id";

-- DropTable
DROP TABLE "archive_job";
