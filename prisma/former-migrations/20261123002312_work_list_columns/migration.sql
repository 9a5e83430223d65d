-- CreateTable
CREATE TABLE "work_list_columns" (
    "laboratory_id" UUID NOT NULL,
    "columns" JSONB NOT NULL,
    "kept_by_name" TEXT NOT NULL,
    "kept_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "work_list_columns_pkey" PRIMARY KEY ("laboratory_id")
);

-- AddForeignKey
ALTER TABLE "work_list_columns" ADD CONSTRAINT "work_list_columns_laboratory_id_fkey" FOREIGN KEY ("laboratory_id") REFERENCES "laboratory"("id") ON DELETE CASCADE ON UPDATE CASCADE;
