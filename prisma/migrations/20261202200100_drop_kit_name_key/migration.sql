-- Replaced by kit_shared_name_key and kit_own_name_key.
DROP INDEX CONCURRENTLY IF EXISTS "kit_name_key";
