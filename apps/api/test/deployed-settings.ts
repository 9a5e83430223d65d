import {
  REALM_SETTINGS,
  SETTINGS_TABLE,
  TELEMETRY_SETTINGS,
  type Setting,
} from '../src/settings/settings-table.ts';
import { readCompose, textOf } from './compose-file.ts';

export const ALL_SETTINGS: Readonly<Record<string, Setting>> = {
  ...SETTINGS_TABLE,
  ...REALM_SETTINGS,
  ...TELEMETRY_SETTINGS,
};

/** The services that read settings, in the order of the table. */
export const READERS = ['api', 'worker', 'migrate', 'restore', 'realm', 'keycloak'] as const;
type ReaderService = (typeof READERS)[number];

/** How a setting reaches a container: from `.env`, from a file in `secrets`, or as a fixed value. */
export type Way = '.env' | 'file' | 'fixed' | 'call' | 'missing';

/** Settings with a fixed value in docker-compose.yml, and the reason. */
export const FIXED: Readonly<Record<string, string>> = {
  CURVEWELL_ROLE: 'the service',
  HOST: 'the network of the services',
  PORT: 'the proxy and the health checks',
  DATA_DIR: 'the volume `/data`',
  METRICS_HOST: 'the network of the services',
  MIGRATE_AT_START: '`migrate` does it',
  AUDIT_HEADS_FOLDER: 'the folder that `AUDIT_HEADS` names',
  DATABASE_APPLICATION_USER: '`DATABASE_USER`',
  'DATABASE_USER of migrate': '`DATABASE_OWNER`',
  'DATABASE_USER of restore': '`DATABASE_SUPERUSER`',
  'DATABASE_POOL_SIZE of worker': '`WORKER_POOL_SIZE`',
};

const MARK = 'value-of-the-test';

/** Null: the service does not use it. */
export function wayTo(service: ReaderService, name: string): Way | null {
  const setting = ALL_SETTINGS[name];
  if (setting?.readBy.includes(service) !== true) return null;
  if (name === 'KEYCLOAK_PASSWORD') return 'call';
  const { services, secrets } = readCompose({ [name]: MARK });
  const container = services[service];
  if (container === undefined) return 'missing';
  if (setting.isSecret === true) {
    const path = service === 'keycloak' ? secretRead(name) : container.environment[`${name}_FILE`];
    const secret = container.secrets.find((one) => path === `/run/secrets/${one}`);
    return secret !== undefined && secret in secrets ? 'file' : 'missing';
  }
  if (isReached(service, name)) return '.env';
  const isFixed = name in FIXED || `${name} of ${service}` in FIXED;
  return isFixed && container.environment[name] !== undefined ? 'fixed' : 'missing';
}

/** Whether a value in `.env` changes the container's environment; Keycloak uses other names. */
function isReached(service: ReaderService, name: string): boolean {
  const got = (settings: Readonly<Record<string, string>>) => {
    const { environment = {} } = readCompose(settings).services[service] ?? {};
    return service === 'keycloak' ? JSON.stringify(environment) : environment[name];
  };
  if (name in FIXED || `${name} of ${service}` in FIXED) return false;
  return got({ [name]: MARK }) !== got({});
}

/** The secret that Keycloak's start script reads for a setting. */
function secretRead(name: string): string | undefined {
  const [, secret] = new RegExp(`^${name}=\\$\\(secret (\\w+)\\)$`, 'm').exec(
    textOf('.github/docker/start-keycloak.sh'),
  ) ?? [undefined, undefined];
  return secret === undefined ? undefined : `/run/secrets/${secret}`;
}

/** A row for each setting and a column for each service. */
export function settingsMatrix(): string {
  const rows = Object.keys(ALL_SETTINGS).map((name) => {
    const cells = READERS.map((service) => wayTo(service, name) ?? '');
    return `| \`${name}\` | ${cells.join(' | ')} |`;
  });
  return [tableHead(['setting', ...READERS.map((service) => `\`${service}\``)]), ...rows].join('\n');
}

/** The content of docs/settings.md. */
export function settingsPage(): string {
  const groups = Map.groupBy(Object.entries(ALL_SETTINGS), ([, { group }]) => group);
  const tables = [...groups].map(([group, settings]) =>
    [
      `### ${group}\n`,
      tableHead(['setting', 'default', 'meaning']),
      ...settings.map(([name, one]) => `| \`${name}\` | ${one.default || '–'} | ${meaningOf(one)} |`),
    ].join('\n'),
  );
  const fixed = Object.entries(FIXED).map(([name, why]) => {
    const [setting = '', service] = name.split(' of ');
    return `| \`${setting}\`${service === undefined ? '' : ` of \`${service}\``} | ${why} |`;
  });
  return [
    INTRODUCTION,
    ...tables,
    CONTAINERS,
    settingsMatrix(),
    'Fixed, and what each follows from:',
    [tableHead(['setting', 'follows from']), ...fixed].join('\n'),
  ].join('\n\n');
}

const meaningOf = ({ meaning, isSecret }: Setting) => (isSecret === true ? `${meaning} (secret)` : meaning);

const tableHead = (titles: readonly string[]) =>
  `| ${titles.join(' | ')} |\n| ${titles.map(() => '---').join(' | ')} |`;

const INTRODUCTION = `# Settings

Curvewell reads its settings from environment variables, in one file for all services: with containers \`.env\`, without
containers \`/etc/curvewell/settings\`. A name with \`_FILE\` reads the value from a file instead
(\`DATABASE_PASSWORD_FILE=/run/secrets/database\`); use this for secrets. It works for every setting except OpenTelemetry's.
An empty file means that the setting is not set.

\`npm run settings\` writes this page from \`apps/api/src/settings/settings-table.ts\`.

## All settings`;

const CONTAINERS = `## With containers

What each service gets: \`.env\` – the value in \`.env\`; \`file\` – a file in \`secrets/\`; \`fixed\` – a value in
docker-compose.yml; \`call\` – a value given with the command; empty – the service does not use the setting.
\`npm run settings -- --table\` prints the table.`;
