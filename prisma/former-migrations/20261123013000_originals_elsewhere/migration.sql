-- AlterTable: null where the file lies in an object store.
ALTER TABLE "run_file" ALTER COLUMN "content" DROP NOT NULL;
