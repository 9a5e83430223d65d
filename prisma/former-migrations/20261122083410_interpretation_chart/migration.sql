-- CreateTable
CREATE TABLE "interpretation_chart" (
    "interpretation_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "body" BYTEA NOT NULL,

    CONSTRAINT "interpretation_chart_pkey" PRIMARY KEY ("interpretation_id")
);

-- CreateTable
CREATE TABLE "interpretation_claim" (
    "run_id" UUID NOT NULL,
    "token" UUID NOT NULL,
    "until" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "interpretation_claim_pkey" PRIMARY KEY ("run_id")
);

-- AddForeignKey
ALTER TABLE "interpretation_chart" ADD CONSTRAINT "interpretation_chart_interpretation_id_fkey" FOREIGN KEY ("interpretation_id") REFERENCES "interpretation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "interpretation_claim" ADD CONSTRAINT "interpretation_claim_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is compressed already is not tried again.
ALTER TABLE "interpretation_chart" ALTER COLUMN "body" SET STORAGE EXTERNAL;
