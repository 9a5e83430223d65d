-- AlterTable
ALTER TABLE "well" ADD COLUMN     "order_id" TEXT;
