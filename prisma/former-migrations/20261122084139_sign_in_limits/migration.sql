-- AlterTable
ALTER TABLE "identity_account" DROP COLUMN "failures",
DROP COLUMN "locked_until";

-- CreateTable
CREATE TABLE "sign_in_limit" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "expire" TIMESTAMPTZ(6),

    CONSTRAINT "sign_in_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "known_network" (
    "network" TEXT NOT NULL,
    "last_sign_in_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "known_network_pkey" PRIMARY KEY ("network")
);

-- CreateIndex
CREATE INDEX "sign_in_limit_expire_idx" ON "sign_in_limit"("expire");
