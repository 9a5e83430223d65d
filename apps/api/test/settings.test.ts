import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { readConfig, SETTINGS } from '../src/settings/config.ts';
import { SETTINGS_TABLE, TELEMETRY_SETTINGS } from '../src/settings/settings-table.ts';
import { readCompose, textOf } from './compose-file.ts';
import { ALL_SETTINGS, FIXED, READERS, settingsPage, wayTo } from './deployed-settings.ts';

const EXTERNAL = { OIDC_URL: 'https://sso.example.org' };
const BUCKETS = ['ORIGINALS', 'AUDIT_HEADS'];
const AUTHORITY = '/etc/curvewell/ca.pem';

describe('every setting and every service', () => {
  it.each(READERS)('OPS-320 with containers %s gets each setting that it reads', (service) => {
    const ways = Object.keys(ALL_SETTINGS).map((name) => [name, wayTo(service, name)]);
    expect(ways.filter(([, way]) => way === 'missing')).toEqual([]);
    expect(ways.filter(([, way]) => way !== null).length).toBeGreaterThan(6);
  });

  // In `.env` the ids of two keys; their secrets are mounted only into the services that open the buckets.
  it.each(['api', 'worker', 'migrate', 'restore', 'realm'])(
    'SHELL-296 with buckets, %s accepts its settings',
    (service) => {
      const folder = mkdtempSync(join(tmpdir(), 'curvewell-secrets-'));
      spawnSync('sh', [
        fileURLToPath(new URL('../../../.github/docker/make-secrets.sh', import.meta.url)),
        folder,
      ]);
      for (const of of BUCKETS)
        writeFileSync(join(folder, `${of.toLowerCase()}_secret_access_key`), 'secret');
      const inEnvFile = BUCKETS.flatMap((of) => [
        [`${of}_BUCKET`, 'curvewell'],
        [`${of}_ACCESS_KEY_ID`, 'curvewell'],
      ]);
      const { environment = {}, secrets = [] } =
        readCompose(Object.fromEntries(inEnvFile) as Record<string, string>).services[service] ?? {};
      const mounted = Object.entries(environment).map(([name, value]) => {
        const [, secret] = /^\/run\/secrets\/(\w+)$/.exec(value) ?? [];
        return [name, secret !== undefined && secrets.includes(secret) ? join(folder, secret) : value];
      });
      expect(readConfig(Object.fromEntries(mounted) as NodeJS.ProcessEnv).originals?.bucket).toBe(
        'curvewell',
      );
      rmSync(folder, { recursive: true });
    },
  );

  it('OPS-320 settings with a fixed value in docker-compose.yml have it there', () => {
    const decided = Object.keys(FIXED).map((name) => {
      const [setting = '', only] = name.split(' of ');
      const services = only === undefined ? READERS : READERS.filter((service) => service === only);
      return [name, services.some((service) => wayTo(service, setting) === 'fixed')];
    });
    expect(decided.filter(([, isFixed]) => isFixed !== true)).toEqual([]);
  });

  it.each(['curvewell', 'curvewell-worker'])(
    'OPS-320 without containers %s reads the common file',
    (unit) => {
      const text = textOf(`.github/systemd/${unit}.service`);
      expect(text).toMatch(/^EnvironmentFile=\/etc\/curvewell\/settings$/m);
      // Settings on the command line, which the file cannot change.
      const fixed = [...text.matchAll(/^Exec.*$/gm)].flatMap(([line]) =>
        [...line.matchAll(/ ([A-Z_]+)=/g)].map(([, name]) => name),
      );
      const ofMigrate = ['DATABASE_USER', 'DATABASE_PASSWORD_FILE', 'DATABASE_APPLICATION_USER'];
      const ofWorker = ['CURVEWELL_ROLE', 'PORT', 'DATABASE_POOL_SIZE'];
      expect(fixed).toEqual(unit === 'curvewell' ? ofMigrate : ofWorker);
    },
  );

  it('OPS-392 a start may take as long as an upgrade, with and without containers', () => {
    expect(textOf('.github/systemd/curvewell.service')).toMatch(/^TimeoutStartSec=infinity$/m);
    expect(textOf('Dockerfile')).toMatch(/^HEALTHCHECK .*--start-period=6h /m);
  });

  it('OPS-130 the page of settings lists each one as the program reads it', () => {
    const withoutPadding = (text: string) => text.replace(/ +\|/g, ' |').replace(/-{3,}/g, '---').trim();
    expect(withoutPadding(textOf('docs/settings.md'))).toBe(withoutPadding(settingsPage()));
    expect(Object.keys(SETTINGS_TABLE)).toEqual(expect.arrayContaining([...SETTINGS]));
    const read = textOf('apps/api/src/telemetry/settings.ts').match(/\bOTEL_[A-Z_]+\b/g) ?? [];
    expect(Object.keys(TELEMETRY_SETTINGS)).toEqual(
      expect.arrayContaining(read.filter((name) => !name.endsWith('_'))),
    );
  });

  it('OPS-321 the example file names only existing settings', () => {
    const named = [...textOf('.env.example').matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
    const compose = textOf('docker-compose.yml') + textOf('docker-compose.build.yml');
    const isKnown = (name = '') =>
      name in ALL_SETTINGS ||
      name.startsWith('COMPOSE_') ||
      new RegExp(`\\$\\{${name}\\b|[[, ]${name}[,\\]]`).test(compose) ||
      name.replace(/_FILE$/, '') in ALL_SETTINGS;
    expect(named.filter((name) => !isKnown(name))).toEqual([]);
  });
});

describe('an external identity provider', () => {
  const addressesOf = (settings: Readonly<Record<string, string>>) =>
    ['api', 'worker', 'realm'].map((name) => {
      const { environment = {} } = readCompose(settings).services[name] ?? {};
      return [environment['OIDC_URL'], environment['OIDC_INTERNAL_URL']];
    });

  it('OPS-322 every service uses the configured provider only', () => {
    for (const addresses of addressesOf(EXTERNAL))
      expect(addresses).toEqual([EXTERNAL.OIDC_URL, EXTERNAL.OIDC_URL]);
    const inside = { ...EXTERNAL, OIDC_INTERNAL_URL: 'http://10.0.0.7:8080' };
    for (const [, internal] of addressesOf(inside)) expect(internal).toBe(inside.OIDC_INTERNAL_URL);
  });

  it('OPS-322 without one, Keycloak is reached over the services’ own network', () => {
    for (const addresses of addressesOf({ PUBLIC_URL: 'https://lab.example' }))
      expect(addresses).toEqual(['https://lab.example/auth', 'http://keycloak:8080/auth']);
  });

  it('OPS-323 the organisation’s authority is mounted and configured in each service that opens connections', () => {
    const { services } = readCompose({ CA_FILE: 'certificates/house.pem' });
    for (const name of READERS) {
      expect(services[name]?.environment['CA_FILE'], name).toBe(AUTHORITY);
      expect(services[name]?.volumes, name).toContainEqual(
        expect.objectContaining({ source: 'certificates/house.pem', target: AUTHORITY, read_only: true }),
      );
      expect(readCompose({}).services[name]?.environment['CA_FILE'], name).toBe('');
    }
  });
});
