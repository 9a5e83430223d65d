-- The identity provider for trying out keeps its accounts in a schema of its own (apps/api/src/standalone/identity),
-- and counts wrong passwords in memory.
-- Contract: nothing since 0.2.0 uses it.
CREATE SCHEMA "standalone";
ALTER TABLE "identity_account" DROP CONSTRAINT "identity_account_user_id_fkey";
ALTER TABLE "identity_account" SET SCHEMA "standalone";
ALTER TABLE "identity_key" SET SCHEMA "standalone";
ALTER TABLE "oidc_record" SET SCHEMA "standalone";
DROP TABLE "known_network";
DROP TABLE "sign_in_limit";
