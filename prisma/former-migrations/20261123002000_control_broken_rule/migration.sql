-- AlterTable
ALTER TABLE "control_reading" ADD COLUMN     "broken_rule" JSONB;

-- Controls that were read before are not judged afterwards: nobody was told of it when their runs were decided.
