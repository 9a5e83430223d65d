import type { SettingName } from './config.ts';

/** The readers of a setting: a service of docker-compose.yml; `start` is `npm start`. */
export type Reader = 'api' | 'worker' | 'migrate' | 'restore' | 'realm' | 'keycloak' | 'start';

export interface Setting {
  readonly group: string;
  /** As text for people; empty: none. */
  readonly default: string;
  readonly meaning: string;
  readonly readBy: readonly Reader[];
  /** Should be in a file named by `NAME_FILE`. */
  readonly isSecret?: true;
}

const SERVING: readonly Reader[] = ['api', 'worker', 'start'];
const API: readonly Reader[] = ['api', 'start'];
const DATABASE: readonly Reader[] = ['api', 'worker', 'migrate', 'restore', 'start'];
const PROVIDER: readonly Reader[] = ['api', 'worker', 'realm', 'start'];

const of =
  (group: string, readBy: readonly Reader[]) =>
  (meaning: string, fallback = '') =>
    ({ group, readBy, meaning, default: fallback }) satisfies Setting;
const secret = (setting: Setting): Setting => ({ ...setting, isSecret: true });

const process = of('Processes and addresses', SERVING);
const connection = of('Database', DATABASE);
const provider = of('Identity provider', PROVIDER);
const backup = of('Backups', ['worker', 'start']);
const original = of('Original files', SERVING);
const heads = of('Audit trail', SERVING);
const stamping = of('Audit trail', ['worker', 'start']);
const product = of('Name and manufacturer', SERVING);
const notice = of('Deliveries and notices', ['worker', 'start']);
const trial = of('Trying out', ['start']);

export const SETTINGS_TABLE: Readonly<Record<SettingName, Setting>> = {
  CURVEWELL_ROLE: process(
    '`api`: no background work; `worker`: only background work and `/health/ready`',
    '`all`',
  ),
  PORT: process('port that the product listens on', '`8080`'),
  HOST: process('address that the product listens on', '`127.0.0.1`'),
  PUBLIC_URL: of('Processes and addresses', [...PROVIDER, 'keycloak'])(
    'address that browsers use, without a slash at the end',
    '`http://localhost:$PORT`',
  ),
  TRUSTED_PROXIES: process(
    'proxies whose `X-Forwarded-For` is trusted: addresses, ranges (`10.0.0.0/8`), `loopback`, separated by commas',
  ),
  DRAIN_SECONDS: of('Processes and addresses', API)(
    'seconds for which a stopping process still answers while `/health/ready` is 503; 5 with containers',
    '`0`',
  ),
  CA_FILE: of('Processes and addresses', [...DATABASE, 'realm', 'keycloak'])(
    'certificates (PEM) of authorities to trust for every TLS connection',
  ),
  DATA_DIR: of('Processes and addresses', DATABASE)(
    'temporary files; the embedded database and demo password',
    '`.data`',
  ),
  REQUESTS_PER_MINUTE: of('Processes and addresses', API)('reads per person; `0`: no limit', '`1200`'),
  RUN_FILE_DOWNLOAD: of('Processes and addresses', API)(
    'whether super administrators may download original files',
    '`false`',
  ),

  DATABASE_URL: connection(
    'a PostgreSQL, direct or by a pooler in session mode; not with containers',
    'the embedded one',
  ),
  DATABASE_HOST: connection('host, if `DATABASE_URL` is not set; a folder means the socket in it'),
  DATABASE_PORT: connection('its port', '`5432`'),
  DATABASE_NAME: connection('its name', '`curvewell`'),
  DATABASE_USER: connection('the role to sign in with', '`curvewell`'),
  DATABASE_PASSWORD: secret(connection('its password, not percent-encoded')),
  DATABASE_TLS: connection('`require`, `verify-ca` or `verify-full`'),
  DATABASE_CA_FILE: connection(
    'authority (PEM) for the database alone; `verify-full` unless `DATABASE_TLS` is set',
  ),
  DATABASE_APPLICATION_USER: of('Database', ['migrate', 'restore'])(
    'for `migrate` and `restore`: the role that is granted what the product needs',
  ),
  DATABASE_POOLER: of(
    'Database',
    SERVING,
  )('`host:port` of a pooler in transaction mode for normal work; its server time zone must be UTC'),
  DATABASE_POOL_SIZE: of('Database', SERVING)('connections for normal work, plus up to six others', '`16`'),
  MIGRATE_AT_START: of('Database', SERVING)(
    'whether the product migrates at its start; `false` if `migrate` does it',
    '`true`',
  ),

  OIDC_URL: provider('a Keycloak, up to `/realms`', 'the embedded one'),
  OIDC_INTERNAL_URL: provider('address at which these processes reach the same Keycloak', '`OIDC_URL`'),
  OIDC_REALM: provider('its realm', '`curvewell`'),
  OIDC_CLIENT_ID: of('Identity provider', API)('the public client (PKCE S256)', '`curvewell-web`'),
  OIDC_AUDIENCE: of('Identity provider', API)('audience of access tokens', '`curvewell-api`'),
  SIGNING_ACR: of(
    'Identity provider',
    API,
  )('the `acr` that a sign-in for a decision requires: a number, or a name of the realm'),
  KEYCLOAK_ADMIN_CLIENT_ID: of('Identity provider', API)(
    'client with which the product manages accounts',
    '`curvewell-accounts`',
  ),
  KEYCLOAK_ADMIN_CLIENT_SECRET: secret(
    of('Identity provider', ['api', 'realm', 'start'])(
      'its secret; without it, accounts are managed elsewhere',
    ),
  ),

  BACKUP_FOLDER: backup(
    'folder for backups; if set, Curvewell makes one each night',
    '`backups` in `DATA_DIR`',
  ),
  BACKUP_RECIPIENT: backup('public key that encrypts them (`age1…`)'),
  BACKUP_KEEP_DAYS: backup('days for which all backups are kept', '`14`'),
  BACKUP_KEEP_WEEKS: backup('weeks for which the newest backup is kept', '`8`'),
  BACKUP_KEEP_MONTHS: backup('months for which the newest backup is kept', '`12`'),

  ORIGINALS_BUCKET: of('Original files', [...SERVING, 'migrate', 'restore'])(
    'bucket of an S3-compatible store for files, curves and signed records',
    'the database',
  ),
  ORIGINALS_ENDPOINT: original('address of the store', 'Amazon’s'),
  ORIGINALS_REGION: original('its region', '`us-east-1`'),
  ORIGINALS_ACCESS_KEY_ID: original('key, unless the machine has access without one'),
  ORIGINALS_SECRET_ACCESS_KEY: secret(original('its secret')),

  AUDIT_HEADS_FOLDER: heads('folder for signed audit heads', '`audit-heads` in `DATA_DIR`'),
  AUDIT_HEADS_BUCKET: heads('bucket of an S3-compatible store that also keeps them'),
  AUDIT_HEADS_ENDPOINT: heads('address of that store', 'Amazon’s'),
  AUDIT_HEADS_REGION: heads('its region', '`us-east-1`'),
  AUDIT_HEADS_ACCESS_KEY_ID: heads('key, unless the machine has access without one'),
  AUDIT_HEADS_SECRET_ACCESS_KEY: secret(heads('its secret')),

  TIME_STAMP_URL: heads('time stamp authority for decisions and audit heads (RFC 3161)', 'none'),
  TIME_STAMP_USER: stamping('its user, if it requires one'),
  TIME_STAMP_PASSWORD: secret(stamping('its password')),
  TIME_STAMP_CA_FILE: heads('trusted certificates (PEM) for that authority', '`CA_FILE`, and Node’s'),

  SECRETS_KEY: secret(
    of('Keys', SERVING)('encrypts passwords for file servers: 32 bytes in base64', 'made by `npm start`'),
  ),
  SIGNING_KEY: secret(
    of('Keys', SERVING)('signs approvals and rejections: 32 bytes in base64', 'made by `npm start`'),
  ),
  AUDIT_HEADS_SIGNING_KEY: secret(
    of('Keys', SERVING)('signs audit heads: 32 bytes in base64', '`SIGNING_KEY`'),
  ),
  KMS_URL: of('Keys', SERVING)(
    'Transit engine of an OpenBao or Vault that holds signing keys: `https://bao.example.org:8200/v1/transit`',
    'none',
  ),
  KMS_TOKEN_FILE: of('Keys', SERVING)('file of the token for it, read for each request'),
  KMS_SIGNING_KEY: of('Keys', SERVING)('name of the key there, instead of `SIGNING_KEY`'),
  KMS_AUDIT_HEADS_SIGNING_KEY: of('Keys', SERVING)(
    'name of the key there for audit heads, instead of `AUDIT_HEADS_SIGNING_KEY`',
    'the same key',
  ),
  REPORT_CERTIFICATE: of('Keys', SERVING)(
    'file of the organisation’s certificate that signs PDF reports: PEM or PKCS#12',
    'not signed',
  ),
  REPORT_KEY: of('Keys', SERVING)(
    'file of its private key (PEM), if the certificate file contains none',
    'in the same file',
  ),
  REPORT_PASSPHRASE: secret(of('Keys', SERVING)('passphrase of the key, or of the PKCS#12 file')),
  FILE_SERVER_NETWORKS: of(
    'File servers',
    SERVING,
  )('internal networks of permitted file servers: addresses, ranges, `loopback`, separated by commas'),

  READ_LOG_KEEP_DAYS: notice('days (1 to 3650) for which the view log is kept', '`365`'),
  DELIVERY_RETRY_DAYS: notice(
    'days (1 to 60) for which sending is retried while the file server is unavailable',
    '`7`',
  ),
  MAIL_HOST: notice('SMTP server for notifications about deliveries'),
  MAIL_PORT: notice('its port', '`587`'),
  MAIL_FROM: notice('sender of these notifications; required with `MAIL_HOST`'),
  MAIL_USER: notice('user of that server, if it requires one'),
  MAIL_PASSWORD: secret(notice('its password')),
  MAIL_TLS: notice('`starttls` (required), `implicit` (port 465) or `none`', '`starttls`'),

  LOG_LEVEL: of('Observability', SERVING)('level of the JSON log on standard output', '`warn`'),
  METRICS_PORT: of('Observability', SERVING)('port of `/metrics` for Prometheus'),
  METRICS_HOST: of('Observability', SERVING)('address of `/metrics`', '`127.0.0.1`'),

  PRODUCT_NAME: product('name in “About” and reports', '`Curvewell`'),
  PRODUCT_VERSION: product('version in “About”', 'of the release'),
  PRODUCT_RELEASE_DATE: product('date in “About”', 'of the release'),
  PRODUCT_MANUFACTURER: product('manufacturer'),
  PRODUCT_ADDRESS: product('its address'),
  PRODUCT_PHONE: product('its phone number'),
  PRODUCT_WEBSITE: product('its website'),
  PRODUCT_REGULATORY_MARKS: product('regulatory marks, separated by commas'),

  DEMO_PASSWORD: trial('password of the demo users', 'made at the first start'),
  DEMO_HISTORY: trial('whether the demo laboratory gets 60 earlier runs', '`true`'),
  STOP_WITH_PARENT: trial('if set, the process ends when its parent has ended'),
};

const mail = of('Realm and mail', ['realm', 'keycloak']);

/** Read by the command that creates the realm, and by the Keycloak of docker-compose.yml. */
export const REALM_SETTINGS: Readonly<Record<string, Setting>> = {
  KEYCLOAK_PASSWORD: secret(
    of('Realm and mail', ['realm'])('password of Keycloak’s administrator, for one command'),
  ),
  REALM_LANGUAGE: mail('default language of a new realm: `de`, `en`, `es`, `fr`, `it`, `nl`', '`en`'),
  SMTP_HOST: mail('mail server for password e-mails', 'the realm’s own'),
  SMTP_PORT: mail('its port', '`587`'),
  SMTP_FROM: mail('sender', '`curvewell@localhost`'),
  SMTP_STARTTLS: mail('whether e-mail is encrypted by STARTTLS', '`true`'),
  SMTP_USER: mail('user of the mail server, if it requires one'),
  SMTP_PASSWORD: secret(mail('its password')),
};

const telemetry = of('Observability', SERVING);

/** OpenTelemetry's own variables, with the meaning of its specification. */
export const TELEMETRY_SETTINGS: Readonly<Record<string, Setting>> = {
  OTEL_EXPORTER_OTLP_ENDPOINT: telemetry('collector for traces and metrics (`http/protobuf`)'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: telemetry('collector for traces alone'),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: telemetry('collector for metrics alone'),
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: telemetry('collector for the audit trail, as log records'),
  OTEL_LOGS_EXPORTER: telemetry('`otlp` sends the audit trail to `OTEL_EXPORTER_OTLP_ENDPOINT`', '`none`'),
  OTEL_EXPORTER_OTLP_PROTOCOL: telemetry('only `http/protobuf`', '`http/protobuf`'),
  OTEL_EXPORTER_OTLP_HEADERS: telemetry('headers for the collector'),
  OTEL_EXPORTER_OTLP_TIMEOUT: telemetry('milliseconds for one export', '`10000`'),
  OTEL_EXPORTER_OTLP_COMPRESSION: telemetry('`gzip` or `none`', '`none`'),
  OTEL_TRACES_EXPORTER: telemetry('`none` switches traces off', '`otlp`'),
  OTEL_METRICS_EXPORTER: telemetry('`none` switches metrics off', '`otlp`'),
  OTEL_TRACES_SAMPLER: telemetry('which traces are kept', '`parentbased_always_on`'),
  OTEL_TRACES_SAMPLER_ARG: telemetry('share of them, 0 to 1', '`1`'),
  OTEL_METRIC_EXPORT_INTERVAL: telemetry('milliseconds between exports', '`60000`'),
  OTEL_SERVICE_NAME: telemetry('name of the service', '`curvewell`'),
  OTEL_RESOURCE_ATTRIBUTES: telemetry('further attributes'),
  OTEL_SDK_DISABLED: telemetry('`true` switches all of it off', '`false`'),
};
