import { fileURLToPath } from 'node:url';
import path from 'node:path';

import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** An empty variable counts as one that is not set. */
const set = z.preprocess((value) => (value === '' ? undefined : value), z.string().optional());

const environmentSchema = z.object({
  NODE_ENV: set,
  PORT: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(1).max(65_535).default(8080),
  ),
  HOST: set,
  PUBLIC_URL: set.pipe(z.url({ protocol: /^https?$/ }).optional()),
  DATABASE_URL: set,
  OIDC_URL: set.pipe(z.url({ protocol: /^https?$/ }).optional()),
  OIDC_REALM: set,
  OIDC_CLIENT_ID: set,
  OIDC_AUDIENCE: set,
  DATA_DIR: set,
  DEMO_PASSWORD: set.pipe(z.string().min(8).optional()),
  EMBEDDED_IDENTITY: set.pipe(z.enum(['allow']).optional()),
});

export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Where browsers reach the product, without a slash at the end. */
  readonly publicUrl: string;
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
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
    databaseUrl: settings.DATABASE_URL ?? null,
    identity: {
      embedded,
      url,
      realm,
      issuer: `${url}/realms/${realm}`,
      clientId: settings.OIDC_CLIENT_ID ?? 'curvewell-web',
      audience: settings.OIDC_AUDIENCE ?? 'curvewell-api',
    },
    dataDirectory: path.resolve(settings.DATA_DIR ?? path.join(ROOT, '.data')),
    webDirectory: path.join(ROOT, 'apps/web/dist'),
    demoPassword: settings.DEMO_PASSWORD ?? null,
  };
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');
