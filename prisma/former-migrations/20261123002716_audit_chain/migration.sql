-- AlterTable
ALTER TABLE "audit_event" ADD COLUMN     "actor_role" TEXT,
ADD COLUMN     "address" TEXT,
ADD COLUMN     "brought_in" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "hash" CHAR(64),
ADD COLUMN     "number" BIGINT,
ADD COLUMN     "previous_hash" CHAR(64);

-- CreateTable
CREATE TABLE "audit_head" (
    "chain" UUID NOT NULL,
    "number" BIGINT NOT NULL,
    "hash" CHAR(64) NOT NULL,

    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("chain")
);

-- Entries of before wait below 0 until the program brings them in: it knows how they are hashed.
ALTER TABLE "audit_event" DISABLE TRIGGER "audit_event_append_only";
UPDATE "audit_event" SET "number" = -"id", "brought_in" = true, "hash" = repeat('0', 64), "previous_hash" = repeat('0', 64);
ALTER TABLE "audit_event" ENABLE TRIGGER "audit_event_append_only";
ALTER TABLE "audit_event" ALTER COLUMN "hash" SET NOT NULL,
ALTER COLUMN "number" SET NOT NULL,
ALTER COLUMN "previous_hash" SET NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "audit_event_laboratory_id_number_key" ON "audit_event"("laboratory_id", "number") NULLS NOT DISTINCT;

-- Those that wait are looked for at each start.
CREATE INDEX "audit_event_not_brought_in_idx" ON "audit_event"("laboratory_id", "id") WHERE "number" < 0;
