-- CreateTable
CREATE TABLE "kept_answer" (
    "user_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" CHAR(64) NOT NULL,
    "request_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "answered_at" TIMESTAMPTZ(6),
    "answer" TEXT,

    CONSTRAINT "kept_answer_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateIndex
CREATE INDEX "kept_answer_at_idx" ON "kept_answer"("at");
