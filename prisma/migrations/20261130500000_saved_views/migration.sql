-- Lists that users have named, each with its filters, search and order.
CREATE TABLE "saved_view" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "page" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "saved_view_user_id_page_name_key" ON "saved_view"("user_id", "page", "name");

ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
