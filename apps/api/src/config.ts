import { fileURLToPath } from 'node:url';
import path from 'node:path';

import { z } from 'zod';

import { DEFAULT_POOL_SIZE } from './db.ts';
import { trustProxies, type TrustProxy } from './http/client-address.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** An empty variable counts as one that is not set. */
const set = z.preprocess((value) => (value === '' ? undefined : value), z.string().optional());

/** Separated by commas. */
const proxies = set.transform((list = '', context) => {
  try {
    return trustProxies(
      list
        .split(',')
        .map((proxy) => proxy.trim())
        .filter((proxy) => proxy !== ''),
    );
  } catch (error) {
    context.addIssue(
      `${error instanceof Error ? error.message : ''}: addresses or ranges, separated by commas`,
    );
    return z.NEVER;
  }
});

const environmentSchema = z.object({
  NODE_ENV: set,
  PORT: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(1).max(65_535).default(8080),
  ),
  HOST: set,
  PUBLIC_URL: set.pipe(z.url({ protocol: /^https?$/ }).optional()),
  TRUSTED_PROXIES: proxies,
  DATABASE_URL: set,
  // Two are the least: one for changes, one for those who read.
  DATABASE_POOL_SIZE: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(2).max(500).default(DEFAULT_POOL_SIZE),
  ),
  OIDC_URL: set.pipe(z.url({ protocol: /^https?$/ }).optional()),
  OIDC_REALM: set,
  OIDC_CLIENT_ID: set,
  OIDC_AUDIENCE: set,
  DATA_DIR: set,
  DEMO_PASSWORD: set.pipe(z.string().min(8).optional()),
  REQUESTS_PER_MINUTE: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(0).max(1_000_000).default(1200),
  ),
  EMBEDDED_IDENTITY: set.pipe(z.enum(['allow']).optional()),
});

export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Where browsers reach the product, without a slash at the end. */
  readonly publicUrl: string;
  /** Which proxies may say where a request comes from; nobody unless it is set. */
  readonly trustProxy: TrustProxy;
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** Connections to the database that this process holds at most for its work. */
  readonly databasePoolSize: number;
  readonly identity: {
    readonly embedded: boolean;
    /** The provider's address up to `/realms`. */
    readonly url: string;
    readonly realm: string;
    readonly issuer: string;
    readonly clientId: string;
    readonly audience: string;
  };
  readonly dataDirectory: string;
  /** Reads of one person; null: no limit. */
  readonly requestsPerMinute: number | null;
  /** Where the built pages are. */
  readonly webDirectory: string;
  /** Null: made at random at the first start. */
  readonly demoPassword: string | null;
}

/** Reads the settings from the environment. The README lists them. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) throw new Error(`The settings are wrong:\n${z.prettifyError(parsed.error)}`);
  const settings = parsed.data;

  const publicUrl = withoutSlash(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`);
  const embedded = settings.OIDC_URL === undefined;
  const production = settings.NODE_ENV === 'production';
  if (embedded && production && settings.EMBEDDED_IDENTITY !== 'allow') {
    throw new Error(
      'The embedded identity provider is not meant for production: set OIDC_URL to a Keycloak, or EMBEDDED_IDENTITY=allow.',
    );
  }
  const url = withoutSlash(settings.OIDC_URL ?? publicUrl);
  const realm = settings.OIDC_REALM ?? 'curvewell';

  return {
    production,
    host: settings.HOST ?? '127.0.0.1',
    port: settings.PORT,
    publicUrl,
    trustProxy: settings.TRUSTED_PROXIES,
    databaseUrl: settings.DATABASE_URL ?? null,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    identity: {
      embedded,
      url,
      realm,
      issuer: `${url}/realms/${realm}`,
      clientId: settings.OIDC_CLIENT_ID ?? 'curvewell-web',
      audience: settings.OIDC_AUDIENCE ?? 'curvewell-api',
    },
    dataDirectory: path.resolve(settings.DATA_DIR ?? path.join(ROOT, '.data')),
    requestsPerMinute: settings.REQUESTS_PER_MINUTE === 0 ? null : settings.REQUESTS_PER_MINUTE,
    webDirectory: path.join(ROOT, 'apps/web/dist'),
    demoPassword: settings.DEMO_PASSWORD ?? null,
  };
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');
