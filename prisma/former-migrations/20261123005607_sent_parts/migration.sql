-- AlterTable
ALTER TABLE "file_transfer_connection" ADD COLUMN     "sent_parts" TEXT[] DEFAULT ARRAY['FILES', 'REPORT']::TEXT[];
