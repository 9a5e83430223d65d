import type { Db, Tx } from '../../database/db.ts';

/**
 * Creates the provider's tables in a separate schema, which migrations and backups of the product do not
 * include. Concurrent starts wait for each other.
 */
export const ensureTables = (db: Db | Tx) =>
  db.$executeRawUnsafe(`DO $$ BEGIN
    IF to_regclass('standalone.oidc_record') IS NOT NULL THEN RETURN; END IF;
    PERFORM pg_advisory_xact_lock(7240116);
    CREATE SCHEMA IF NOT EXISTS standalone;
    CREATE TABLE IF NOT EXISTS standalone.identity_account (
      user_id uuid PRIMARY KEY, password_hash text, set_password_token_hash bytea UNIQUE,
      set_password_expires_at timestamptz(6), set_password_by_id uuid);
    CREATE TABLE IF NOT EXISTS standalone.identity_key (
      id text PRIMARY KEY, use text NOT NULL, secret jsonb NOT NULL, created_at timestamptz(6) NOT NULL DEFAULT now());
    CREATE TABLE IF NOT EXISTS standalone.oidc_record (
      model text, id text, payload jsonb NOT NULL, grant_id text, uid text, consumed_at timestamptz(6),
      expires_at timestamptz(6), PRIMARY KEY (model, id));
  END $$`);
