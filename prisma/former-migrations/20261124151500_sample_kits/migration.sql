-- Kits that show how the product works: runs with them are trials, save in laboratories that exist for showing it.
ALTER TABLE "kit" ADD COLUMN "sample" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "laboratory" ADD COLUMN "demonstration" BOOLEAN NOT NULL DEFAULT false;

-- Kits that came with the product. Those that a run or a template uses stay as they are.
UPDATE "kit" SET "sample" = true
WHERE "name" IN ('LCT-13910', 'Two-product mix', 'Protein thermal shift')
  AND NOT EXISTS (
    SELECT FROM "kit_version" v
    WHERE v."kit_id" = "kit"."id"
      AND (EXISTS (SELECT FROM "well" w WHERE w."kit_version_id" = v."id")
        OR EXISTS (SELECT FROM "run_kit" k WHERE k."kit_version_id" = v."id")
        OR EXISTS (SELECT FROM "template_well" t WHERE t."kit_version_id" = v."id"))
  );
