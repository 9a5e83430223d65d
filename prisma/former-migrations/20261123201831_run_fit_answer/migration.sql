-- AlterTable
ALTER TABLE "run" ADD COLUMN     "fit_answer" JSONB;
