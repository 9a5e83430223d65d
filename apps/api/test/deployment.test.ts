import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { SOFTWARE_VERSION } from '../src/process/version.ts';
import { interpolate, readCompose, textOf as text } from './compose-file.ts';
import { ALL_SETTINGS } from './deployed-settings.ts';

const ROOT = new URL('../../../', import.meta.url);
const compose = readCompose({});
const PRODUCT_IMAGE = 'ghcr.io/curvewell/curvewell:';
/** Secrets that are empty until an administrator fills them in. */
const GIVEN_BY_OTHERS = [
  'audit_heads_secret_access_key',
  'audit_heads_signing_key',
  'mail_password',
  'originals_secret_access_key',
  'report_passphrase',
  'smtp_password',
  'time_stamp_password',
];
const services = Object.entries(compose.services);
const ofProduct = services.filter(([, { image }]) => image.startsWith(PRODUCT_IMAGE));
const lasting = services.filter(([, { restart }]) => restart !== 'no');

describe('the deployment with containers', () => {
  it.each(ofProduct)('OPS-137 %s gets only existing settings', (_name, { environment }) => {
    const known = new Set(Object.keys(ALL_SETTINGS).flatMap((name) => [name, `${name}_FILE`]));
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    expect(environment['DATABASE_URL']).toBeUndefined();
  });

  it('OPS-137 the script generates each secret once, readable by containers only', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'curvewell-secrets-'));
    const make = () =>
      spawnSync('sh', [fileURLToPath(new URL('.github/docker/make-secrets.sh', ROOT)), folder]).status;
    expect(make()).toBe(0);
    const made = readdirSync(folder);
    const contents = () => made.map((name) => readFileSync(path.join(folder, name), 'utf8'));
    expect(made.toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
    // Each container reads its own secret with its own account, and no other account may enter the folder.
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of made) expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o644);
    const before = contents();
    expect(made.filter((_, at) => before[at] === '').toSorted()).toEqual(GIVEN_BY_OTHERS);
    writeFileSync(path.join(folder, 'smtp_password'), 'of the mail server');
    // From now on a key server holds it.
    writeFileSync(path.join(folder, 'signing_key'), '');
    expect(make()).toBe(0);
    expect(contents().filter((text, at) => text !== before[at])).toEqual(['', 'of the mail server']);
    rmSync(folder, { recursive: true });
  });

  it.each(services)('OPS-137 %s reads its passwords from files', (_name, service) => {
    const named = Object.entries(service.environment).filter(([name]) =>
      /(PASSWORD|SECRET|KEY)(_FILE)?$/.test(name),
    );
    for (const [name, value] of named) {
      expect(name).toMatch(/_FILE$/);
      expect(service.secrets.map((secret) => `/run/secrets/${secret}`)).toContain(value);
    }
  });

  it.each(ofProduct)('OPS-137 %s gets no secret that it does not read', (_name, { environment, secrets }) => {
    const read = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
    expect(secrets.map((secret) => `/run/secrets/${secret}`).toSorted()).toEqual(read.toSorted());
  });

  it.each(services)('OPS-137 %s has the least privileges that it needs', (_name, service) => {
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.init).toBe(true);
    expect(service.logging.options['max-size']).toBeTruthy();
  });

  it.each(lasting)(
    'OPS-137 %s has a memory limit, and only the proxy is reachable from outside',
    (name, service) => {
      expect(service.mem_limit).toBeTruthy();
      const open = service.ports.filter((port) => !port.startsWith('127.0.0.1:'));
      expect(open.length > 0).toBe(name === 'proxy');
    },
  );

  it.each(services)(
    'OPS-329 %s writes only to volumes and to memory of a fixed size, and not as root',
    (_name, service) => {
      expect(service.read_only).toBe(true);
      expect(service.tmpfs.length).toBeGreaterThan(0);
      for (const folder of service.tmpfs) expect(folder).toMatch(/:size=\d+m,/);
      expect(service.user).not.toMatch(/^(0|root)\b/);
      // Only the proxy needs a capability, set on its program file.
      expect(service.cap_add).toEqual(service.image.startsWith('caddy:') ? ['NET_BIND_SERVICE'] : []);
    },
  );

  it.each(ofProduct)('OPS-137 %s has time to stop', (_name, service) => {
    expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(15);
  });

  it('OPS-137 Keycloak has a mail sender even if none is set, and does not share its caches', () => {
    // Otherwise it does not start, or joins other nodes.
    const [, { environment = {} } = {}] = services.find(([name]) => name === 'keycloak') ?? [];
    expect(environment['SMTP_FROM']).toMatch(/^\S+@\S+$/);
    expect(text('.github/docker/curvewell-realm.json')).toMatch(/"from": "\$\{SMTP_FROM:\S+@\S+\}"/);
    const stages = text('.github/docker/keycloak.Dockerfile').split(/^FROM .*$/m);
    expect(stages.at(-1)).toContain('ENV KC_CACHE=local');
  });

  it('OPS-137 every image has an exact version', () => {
    const files = ['Dockerfile', '.github/docker/keycloak.Dockerfile'].map(text).join('\n');
    const args: Record<string, string> = {};
    for (const [, name = '', value = ''] of files.matchAll(/^ARG (\w+)=(\S+)$/gm)) args[name] = value;
    const bases = [...files.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => interpolate(image, args));
    const stages = new Set([...files.matchAll(/ AS (\S+)/g)].map(([, stage]) => stage));
    const images = [...bases, ...services.map(([, { image }]) => image)].filter(
      (image) => !stages.has(image),
    );
    expect(images.length).toBeGreaterThan(services.length);
    for (const image of images) expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-\w+)*(@sha256:\w{64})?$/);
  });

  it('OPS-328 the images are those of this version, unless the settings name others', () => {
    for (const [name, { image }] of [...ofProduct, ...services.filter(([name]) => name === 'keycloak')])
      expect(image, name).toMatch(new RegExp(`:${SOFTWARE_VERSION}$`));
    expect(readCompose({ CURVEWELL_VERSION: '9.9.9' }).services['api']?.image).toMatch(/:9\.9\.9$/);
  });

  it('OPS-328 each image can be named in another registry, or by its digest', () => {
    const variables = ['CURVEWELL_IMAGE', 'KEYCLOAK_IMAGE', 'POSTGRES_IMAGE', 'CADDY_IMAGE'];
    const mirrored = readCompose(
      Object.fromEntries(variables.map((name) => [name, 'mirror.example/x@sha256:1'])),
    );
    for (const { image } of Object.values(mirrored.services))
      expect(image).toMatch(/^mirror\.example\/x@sha256:1/);
  });
});

/**
 * On a manual first start without passwords, the roles were created without any and the script reported
 * success.
 */
it('OPS-244 database roles are created with their passwords or not at all', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'curvewell-databases-'));
  const captured = path.join(folder, 'captured');
  // A wrapper that signs in where psql alone cannot.
  writeFileSync(
    path.join(folder, 'as-superuser'),
    `#!/bin/sh\necho "$@" > ${captured}\ncat >> ${captured}\n`,
  );
  chmodSync(path.join(folder, 'as-superuser'), 0o755);
  const run = () =>
    spawnSync('bash', [fileURLToPath(new URL('.github/docker/make-databases.sh', ROOT))], {
      env: { PATH: process.env['PATH'], SECRETS: folder, PSQL: `${folder}/as-superuser -- psql` },
    }).status;
  for (const name of ['database_owner_password', 'database_password', 'keycloak_database_password']) {
    expect(run()).not.toBe(0);
    expect(existsSync(captured)).toBe(false);
    writeFileSync(path.join(folder, name), 'a password');
  }
  expect(run()).toBe(0);
  // Not in the arguments, which every account can read, nor in psql's output.
  expect(readFileSync(captured, 'utf8')).toMatch(/^-- psql --no-psqlrc/);
  expect(readFileSync(captured, 'utf8')).not.toContain('a password');
  rmSync(folder, { recursive: true });
});
