import type { Config } from './config.ts';

/**
 * Requires the settings of an installation without embedded services: a database, an identity provider, and
 * the key that signs decisions, which must be the same on every machine.
 */
export function requireServices(config: Config): Config & { readonly databaseUrl: string } {
  const { databaseUrl } = config;
  if (databaseUrl === null)
    throw new Error('Set DATABASE_URL or DATABASE_HOST to a PostgreSQL. For a trial, use npm start.');
  if (config.identity.isEmbedded && config.role !== 'worker')
    throw new Error('Set OIDC_URL to the identity provider. For a trial, use npm start.');
  if (config.signingKey === null && typeof config.keyServer?.signingKey !== 'string')
    throw new Error(
      'Set SIGNING_KEY to the key that signs decisions, 32 bytes in base64: openssl rand -base64 32. Keep a copy of it. Or set KMS_SIGNING_KEY to the key of a key server.',
    );
  return { ...config, databaseUrl };
}
