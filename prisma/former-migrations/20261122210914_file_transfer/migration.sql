-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('WAITING', 'SENDING', 'SENT', 'NOT_SENT');

-- AlterTable
ALTER TABLE "file_transfer_connection" ADD COLUMN     "host_key_known_at" TIMESTAMPTZ(6),
ADD COLUMN     "tls" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "delivery" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "state" "delivery_state" NOT NULL,
    "requested_by_id" UUID,
    "requested_by_name" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(6) NOT NULL,
    "turn" INTEGER NOT NULL DEFAULT 1,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(6),
    "sending_file" INTEGER NOT NULL DEFAULT 0,
    "files" JSONB NOT NULL DEFAULT '[]',
    "happened" TEXT,
    "settled_at" TIMESTAMPTZ(6),

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_log" (
    "id" BIGSERIAL NOT NULL,
    "delivery_id" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "try" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "step" TEXT NOT NULL,
    "ok" BOOLEAN NOT NULL,
    "message" TEXT NOT NULL,

    CONSTRAINT "delivery_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "delivery_run_id_key" ON "delivery"("run_id");

-- CreateIndex
CREATE INDEX "delivery_laboratory_id_requested_at_idx" ON "delivery"("laboratory_id", "requested_at");

-- CreateIndex
CREATE INDEX "delivery_laboratory_id_state_idx" ON "delivery"("laboratory_id", "state");

-- CreateIndex
CREATE INDEX "delivery_log_delivery_id_id_idx" ON "delivery_log"("delivery_id", "id");

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_log" ADD CONSTRAINT "delivery_log_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
