-- What this database is and what was last done with it: one row, which backups leave out.
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "restored_at" TIMESTAMPTZ(6),
    "backup_made_at" TIMESTAMPTZ(6),
    "last_backup_at" TIMESTAMPTZ(6),
    "trail_checked_at" TIMESTAMPTZ(6),
    "trail_unbroken" BOOLEAN,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "installation_one_row" CHECK ("id" = 1)
);
INSERT INTO "installation" DEFAULT VALUES;
