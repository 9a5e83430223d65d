-- DropIndex
DROP INDEX "app_user_laboratory_id_idx";

-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "deleted_at" TIMESTAMPTZ(6),
ADD COLUMN     "roles_set_here" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "new_account" (
    "user_id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT,
    "seen_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "new_account_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "new_account_subject_key" ON "new_account"("subject");

-- CreateIndex
CREATE INDEX "app_user_laboratory_id_login_idx" ON "app_user"("laboratory_id", "login");

-- AddForeignKey
ALTER TABLE "new_account" ADD CONSTRAINT "new_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Large and small letters of an e-mail count alike; every write makes them small. Two that differ only so stay as they are.
UPDATE "app_user" u SET "email" = lower("email")
WHERE "email" <> lower("email")
  AND NOT EXISTS (SELECT 1 FROM "app_user" o WHERE o."id" <> u."id" AND lower(o."email") = lower(u."email"));

-- Each order and each search of the lists has an index; by name without regard to large and small letters, as
-- "laboratory_name_key" has it.
CREATE INDEX "laboratory_name_search_idx" ON "laboratory" USING GIN ("name" gin_trgm_ops);
CREATE INDEX "app_user_laboratory_id_lastname_idx" ON "app_user" ("laboratory_id", lower("lastname"), "login");
CREATE INDEX "app_user_laboratory_id_firstname_idx" ON "app_user" ("laboratory_id", lower("firstname"), "login");
CREATE INDEX "app_user_search_idx" ON "app_user" USING GIN (
  ("login" || ' ' || "firstname" || ' ' || "lastname" || ' ' || "firstname" || ' ' || "email") gin_trgm_ops
);
