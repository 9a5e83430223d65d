-- Why a delivery waits or stopped.
ALTER TABLE "delivery" ADD COLUMN "fault" TEXT;

-- Who is sent a mail when deliveries of the laboratory wait or stopped.
ALTER TABLE "file_transfer_connection" ADD COLUMN "notice_addresses" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- What keeps a laboratory's runs from its file server, and what was told of it.
CREATE TABLE "transfer_trouble" (
    "laboratory_id" UUID NOT NULL,
    "fault" TEXT,
    "since" TIMESTAMPTZ(6),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(6),
    "is_told" BOOLEAN NOT NULL DEFAULT false,
    "waiting_told_at" TIMESTAMPTZ(6),
    "stopped_told_at" TIMESTAMPTZ(6),
    "resolved_told_at" TIMESTAMPTZ(6),

    CONSTRAINT "transfer_trouble_pkey" PRIMARY KEY ("laboratory_id")
);

ALTER TABLE "transfer_trouble" ADD CONSTRAINT "transfer_trouble_laboratory_id_fkey" FOREIGN KEY ("laboratory_id")
    REFERENCES "file_transfer_connection"("laboratory_id") ON DELETE CASCADE ON UPDATE CASCADE;
