-- AlterTable
ALTER TABLE "diagnostic_color" ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 1;
