import { fileURLToPath } from 'node:url';
import path from 'node:path';

import type { PublicProperties } from '@curvewell/contracts';
import { z } from 'zod';

import type { KeepRule } from '../backup/kept-backups.ts';
import { databaseUrlOf, poolerUrlOf } from '../database/database-url.ts';
import { DEFAULT_POOL_SIZE } from '../database/db.ts';
import type { TrustProxy } from '../http/requests/client-address.ts';
import { mailSettingsOf, mailTlsSchema, type MailSettings } from '../mail/mailer.ts';
import { bucketOf, type S3Settings } from '../blobs/s3.ts';
import { readSecretKeys, type SecretKey } from '../database/secrets.ts';
import { signingKeysOf } from '../signing/signer.ts';
import { keyServerOf, type KeyServerSettings } from '../signing/key-server-settings.ts';
import { timeStampSettingsOf, type TimeStampSettings } from '../signing/time-stamps.ts';
import { withSettingsFromFiles } from './settings-from-files.ts';
import { certificateSettingsOf, type CertificateSettings } from '../house-certificate/settings.ts';
import { count, hostAndPort, port, ranges, set, text } from './setting-types.ts';
import { SOFTWARE_VERSION } from '../process/version.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

const NOT_CONFIGURED = 'Not configured';

const environmentSchema = z.object({
  CURVEWELL_ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  PORT: port(8080),
  HOST: set,
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUSTED_PROXIES: ranges,
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  DATABASE_URL: set,
  DATABASE_HOST: set,
  DATABASE_PORT: port(5432),
  DATABASE_NAME: set,
  DATABASE_USER: set,
  DATABASE_PASSWORD: set,
  DATABASE_TLS: z.enum(['require', 'verify-ca', 'verify-full']).optional(),
  DATABASE_CA_FILE: set,
  DATABASE_POOLER: hostAndPort,
  CA_FILE: set,
  MIGRATE_AT_START: text('true').pipe(z.stringbool()),
  DATABASE_APPLICATION_USER: set,
  // At least two: one for changes, one for reads.
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(500).default(DEFAULT_POOL_SIZE),
  OIDC_URL: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_INTERNAL_URL: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_REALM: set,
  OIDC_CLIENT_ID: set,
  OIDC_AUDIENCE: set,
  SIGNING_ACR: set,
  KEYCLOAK_ADMIN_CLIENT_ID: set,
  KEYCLOAK_ADMIN_CLIENT_SECRET: set,
  DATA_DIR: set,
  AUDIT_HEADS_FOLDER: set,
  AUDIT_HEADS_BUCKET: set,
  AUDIT_HEADS_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  AUDIT_HEADS_REGION: text('us-east-1'),
  AUDIT_HEADS_ACCESS_KEY_ID: set,
  AUDIT_HEADS_SECRET_ACCESS_KEY: set,
  TIME_STAMP_URL: z.url({ protocol: /^https?$/ }).optional(),
  TIME_STAMP_USER: set,
  TIME_STAMP_PASSWORD: set,
  TIME_STAMP_CA_FILE: set,
  BACKUP_FOLDER: set,
  BACKUP_RECIPIENT: z.string().startsWith('age1').optional(),
  BACKUP_KEEP_DAYS: count(14),
  BACKUP_KEEP_WEEKS: count(8),
  BACKUP_KEEP_MONTHS: count(12),
  READ_LOG_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(365),
  /** Days for which temporary faults of a delivery are retried. */
  DELIVERY_RETRY_DAYS: z.coerce.number().int().min(1).max(60).default(7),
  MAIL_HOST: set,
  MAIL_PORT: port(587),
  MAIL_FROM: set,
  MAIL_USER: set,
  MAIL_PASSWORD: set,
  MAIL_TLS: mailTlsSchema.default('starttls'),
  DEMO_PASSWORD: z.string().min(8).optional(),
  DEMO_HISTORY: text('true').pipe(z.stringbool()),
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(0).max(1_000_000).default(1200),
  ORIGINALS_BUCKET: set,
  ORIGINALS_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  ORIGINALS_REGION: text('us-east-1'),
  ORIGINALS_ACCESS_KEY_ID: set,
  ORIGINALS_SECRET_ACCESS_KEY: set,
  /** Internal ranges in which file servers may be, separated by commas. */
  FILE_SERVER_NETWORKS: ranges,
  SECRETS_KEY: set,
  SIGNING_KEY: set,
  AUDIT_HEADS_SIGNING_KEY: set,
  KMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  KMS_TOKEN_FILE: set,
  KMS_SIGNING_KEY: set,
  KMS_AUDIT_HEADS_SIGNING_KEY: set,
  REPORT_CERTIFICATE: set,
  REPORT_KEY: set,
  REPORT_PASSPHRASE: set,
  RUN_FILE_DOWNLOAD: text('false').pipe(z.stringbool()),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_HOST: text('127.0.0.1'),
  PRODUCT_NAME: text('Curvewell'),
  PRODUCT_VERSION: text(SOFTWARE_VERSION),
  PRODUCT_RELEASE_DATE: set,
  PRODUCT_MANUFACTURER: text(NOT_CONFIGURED),
  /** Separated by commas. */
  PRODUCT_REGULATORY_MARKS: text(''),
  PRODUCT_ADDRESS: text(NOT_CONFIGURED),
  PRODUCT_PHONE: text(NOT_CONFIGURED),
  PRODUCT_WEBSITE: text(NOT_CONFIGURED),
  STOP_WITH_PARENT: set,
});

export type SettingName = keyof typeof environmentSchema.shape;

/** The name of every setting; settings-table.ts describes each. */
export const SETTINGS: readonly string[] = Object.keys(environmentSchema.shape);

export interface Config {
  /** `api`: requests background jobs; `worker`: runs them and answers health checks. */
  readonly role: 'all' | 'api' | 'worker';
  readonly host: string;
  readonly port: number;
  /** The address for browsers, without trailing slash. */
  readonly publicUrl: string;
  /** The proxies that may state the client's address; none by default. */
  readonly trustProxy: TrustProxy;
  readonly namesProxies: boolean;
  /** How long a stopping process still accepts requests, so that the load balancer notices. */
  readonly drainSeconds: number;
  /** Null: not configured. */
  readonly databaseUrl: string | null;
  /** The same database by a pooler in transaction mode, for normal work; null: no pooler is named. */
  readonly databasePoolerUrl: string | null;
  /** Authorities (PEM) that this process trusts beside those that Node brings; null: none. */
  readonly caFile: string | null;
  /** Whether the product prepares the database itself, as its owner; otherwise the command `migrate` does. */
  readonly migratesAtStart: boolean;
  /** The role of the product, for the command `migrate`; null: the owner of the tables. */
  readonly databaseApplicationUser: string | null;
  /** The maximum number of database connections of this process. */
  readonly databasePoolSize: number;
  readonly identity: {
    /** No provider is configured. */
    readonly isEmbedded: boolean;
    /** The provider's address up to `/realms`. */
    readonly url: string;
    readonly realm: string;
    readonly issuer: string;
    /** The realm's address for this process, which may differ from the browsers' in a container. */
    readonly internalUrl: string;
    readonly clientId: string;
    readonly audience: string;
    /** The level that a sign-in for a decision must reach; null: only recent. */
    readonly signingAcr: string | null;
    /** The address up to `/realms` for this process. */
    readonly internalBase: string;
    /** The product's client that manages accounts; null: accounts are managed elsewhere. */
    readonly adminClient: { readonly id: string; readonly secret: string } | null;
  };
  readonly dataDirectory: string;
  readonly backup: {
    readonly folder: string;
    /** The recipient of encrypted backups (`age1…`); null: not encrypted. */
    readonly recipient: string | null;
    readonly keep: KeepRule;
    /** Whether the folder is configured; then the product makes a backup each night. */
    readonly isNightly: boolean;
  };
  /** Days for which temporary faults of a delivery are retried. */
  readonly deliveryRetryDays: number;
  /** Retention of the view log, in days. */
  readonly readLogDays: number;
  /** The mail server; null: none. */
  readonly mail: MailSettings | null;
  /** Reads per minute for one user; null: no limit. */
  readonly requestsPerMinute: number | null;
  /** The folder of the built pages. */
  readonly webDirectory: string;
  /** Null: generated at the first start. */
  readonly demoPassword: string | null;
  /** Whether the demo laboratory gets three months of earlier runs. */
  readonly demoHistory: boolean;
  /** The installation's description of the product. */
  readonly product: Omit<PublicProperties['product'], 'releaseDate' | 'commit'> & {
    /** Null: the date in the release notes. */
    readonly releaseDate: string | null;
  };
  /** Internal ranges in which file servers may be. */
  readonly allowsFileServer: TrustProxy;
  /** The store of original files; null: the database. */
  readonly originals: S3Settings | null;
  /** The places for signed heads of the audit trail. */
  readonly auditHeads: { readonly folder: string; readonly bucket: S3Settings | null };
  /** The time stamp authority. */
  readonly timeStamps: TimeStampSettings;
  /** Keys that encrypt stored secrets, newest first. */
  readonly secretKeys: readonly SecretKey[];
  /** The key that signs decisions; null: unset, or held by the key server. */
  readonly signingKey: Buffer | null;
  /** The key that signs heads of the audit trail; null: the same key, or held by the key server. */
  readonly headSigningKey: Buffer | null;
  /** A server that holds keys instead of this process; null: none. */
  readonly keyServer: KeyServerSettings | null;
  /** The certificate that signs reports; null: none. */
  readonly houseCertificate: CertificateSettings | null;
  /** Whether original files may be downloaded. */
  readonly runFileDownload: boolean;
  readonly logLevel: string;
  /** The address for metrics, separate from the product's; null: none. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Stops when the parent process ends. */
  readonly stopsWithParent: boolean;
}

/** Reads the settings from the environment; see docs/settings.md. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const read = Object.entries(withSettingsFromFiles(environment, SETTINGS));
  // An empty variable counts as one that is not set.
  const parsed = environmentSchema.safeParse(Object.fromEntries(read.filter(([, value]) => value !== '')));
  if (!parsed.success) throw new Error(`The settings are invalid:\n${z.prettifyError(parsed.error)}`);
  const settings = parsed.data;

  const { KEYCLOAK_ADMIN_CLIENT_ID: adminId, KEYCLOAK_ADMIN_CLIENT_SECRET: adminSecret } = settings;
  const publicUrl = withoutSlash(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`);
  const url = withoutSlash(settings.OIDC_URL ?? publicUrl);
  const internalBase = withoutSlash(settings.OIDC_INTERNAL_URL ?? url);
  const realm = settings.OIDC_REALM ?? 'curvewell';
  const dataDirectory = path.resolve(settings.DATA_DIR ?? path.join(ROOT, '.data'));

  const databaseUrl = databaseUrlOf(settings);
  return {
    role: settings.CURVEWELL_ROLE,
    host: settings.HOST ?? '127.0.0.1',
    port: settings.PORT,
    publicUrl,
    trustProxy: settings.TRUSTED_PROXIES,
    namesProxies: (environment['TRUSTED_PROXIES'] ?? '') !== '',
    drainSeconds: settings.DRAIN_SECONDS,
    databaseUrl,
    databasePoolerUrl: poolerUrlOf(databaseUrl, settings.DATABASE_POOLER),
    caFile: settings.CA_FILE ?? null,
    migratesAtStart: settings.MIGRATE_AT_START,
    databaseApplicationUser: settings.DATABASE_APPLICATION_USER ?? null,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    identity: {
      isEmbedded: settings.OIDC_URL === undefined,
      url,
      realm,
      issuer: `${url}/realms/${realm}`,
      internalBase,
      internalUrl: `${internalBase}/realms/${realm}`,
      adminClient:
        adminSecret === undefined ? null : { id: adminId ?? 'curvewell-accounts', secret: adminSecret },
      clientId: settings.OIDC_CLIENT_ID ?? 'curvewell-web',
      audience: settings.OIDC_AUDIENCE ?? 'curvewell-api',
      signingAcr: settings.SIGNING_ACR ?? null,
    },
    dataDirectory,
    backup: {
      folder: path.resolve(settings.BACKUP_FOLDER ?? path.join(dataDirectory, 'backups')),
      recipient: settings.BACKUP_RECIPIENT ?? null,
      isNightly: settings.BACKUP_FOLDER !== undefined,
      keep: {
        days: settings.BACKUP_KEEP_DAYS,
        weeks: settings.BACKUP_KEEP_WEEKS,
        months: settings.BACKUP_KEEP_MONTHS,
      },
    },
    deliveryRetryDays: settings.DELIVERY_RETRY_DAYS,
    readLogDays: settings.READ_LOG_KEEP_DAYS,
    mail: mailSettingsOf(settings),
    requestsPerMinute: settings.REQUESTS_PER_MINUTE === 0 ? null : settings.REQUESTS_PER_MINUTE,
    webDirectory: path.join(ROOT, 'apps/web/dist'),
    demoPassword: settings.DEMO_PASSWORD ?? null,
    demoHistory: settings.DEMO_HISTORY,
    product: {
      name: settings.PRODUCT_NAME,
      version: settings.PRODUCT_VERSION,
      releaseDate: settings.PRODUCT_RELEASE_DATE ?? null,
      manufacturer: settings.PRODUCT_MANUFACTURER,
      regulatoryMarks: settings.PRODUCT_REGULATORY_MARKS.split(',')
        .map((mark) => mark.trim())
        .filter((mark) => mark !== ''),
      address: settings.PRODUCT_ADDRESS,
      phone: settings.PRODUCT_PHONE,
      website: settings.PRODUCT_WEBSITE,
    },
    allowsFileServer: settings.FILE_SERVER_NETWORKS,
    originals: bucketOf(settings, 'ORIGINALS'),
    auditHeads: {
      folder: path.resolve(settings.AUDIT_HEADS_FOLDER ?? path.join(dataDirectory, 'audit-heads')),
      bucket: bucketOf(settings, 'AUDIT_HEADS'),
    },
    timeStamps: timeStampSettingsOf(settings),
    secretKeys: readSecretKeys(settings.SECRETS_KEY ?? ''),
    ...signingKeysOf(settings),
    keyServer: keyServerOf(settings),
    houseCertificate: certificateSettingsOf(settings),
    runFileDownload: settings.RUN_FILE_DOWNLOAD,
    logLevel: settings.LOG_LEVEL,
    metrics:
      settings.METRICS_PORT === undefined
        ? null
        : { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
    stopsWithParent: settings.STOP_WITH_PARENT !== undefined,
  };
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');
