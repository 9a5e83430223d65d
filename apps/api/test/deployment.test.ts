import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { SETTINGS } from '../src/config.ts';

const ROOT = new URL('../../../', import.meta.url);
const text = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

const serviceSchema = z.object({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  logging: z.object({ options: z.object({ 'max-size': z.string() }) }),
  init: z.boolean(),
  restart: z.string(),
  mem_limit: z.string().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
  healthcheck: z.object({ disable: z.boolean().optional() }).optional(),
  ports: z.array(z.string()).default([]),
});
const compose = z
  .object({ services: z.record(z.string(), serviceSchema), secrets: z.record(z.string(), z.unknown()) })
  .parse(parse(text('docker-compose.yml'), { merge: true }));
const services = Object.entries(compose.services);
const ofProduct = services.filter(([, { image }]) => image.startsWith('curvewell:'));
const lasting = services.filter(([, { restart }]) => restart !== 'no');

describe('the deployment with containers', () => {
  it.each(ofProduct)('OPS-137 %s is told settings that exist', (_name, { environment }) => {
    const known = new Set(SETTINGS.flatMap((name) => [name, `${name}_FILE`]));
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    expect(environment['DATABASE_URL']).toBeUndefined();
  });

  it.each(services)('OPS-137 %s reads passwords from files that the script makes', (_name, service) => {
    const made = /for name in (.+); do/.exec(text('.github/docker/make-secrets.sh'))?.[1]?.split(' ');
    expect(made?.toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
    const named = Object.entries(service.environment).filter(([name]) => /PASSWORD|SECRET|KEY$/.test(name));
    for (const [name, value] of named) {
      expect(name).toMatch(/_FILE$/);
      const [, path = value] = /^\$\{\w+:?-(.*)\}$/.exec(value) ?? [];
      expect(service.secrets.map((secret) => `/run/secrets/${secret}`)).toContain(path);
    }
  });

  it.each(services)('OPS-137 %s may do no more than it needs', (_name, service) => {
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.init).toBe(true);
    expect(service.logging.options['max-size']).toBeTruthy();
  });

  it.each(lasting)(
    'OPS-137 %s has an end to its memory, and only the proxy is reached from outside',
    (name, service) => {
      expect(service.mem_limit).toBeTruthy();
      const open = service.ports.filter((port) => !port.startsWith('127.0.0.1:'));
      expect(open.length > 0).toBe(name === 'proxy');
    },
  );

  it.each(ofProduct)(
    'OPS-137 %s writes nowhere but in memory of a size, and is given time to stop',
    (_name, service) => {
      expect(service.read_only).toBe(true);
      for (const folder of service.tmpfs) expect(folder).toMatch(/size=/);
      expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(15);
    },
  );

  it('OPS-137 Keycloak is given a sender of mails also where none is set, and shares its caches with nobody', () => {
    // It does not start otherwise, or looks for others to share them with.
    const [, { environment = {} } = {}] = services.find(([name]) => name === 'keycloak') ?? [];
    expect(environment['SMTP_FROM']).toMatch(/^\$\{SMTP_FROM:-\S+@\S+\}$/);
    expect(text('.github/docker/curvewell-realm.json')).toMatch(/"from": "\$\{SMTP_FROM:\S+@\S+\}"/);
    const stages = text('.github/docker/keycloak.Dockerfile').split(/^FROM .*$/m);
    expect(stages.at(-1)).toContain('ENV KC_CACHE=local');
  });

  it('OPS-137 every image has an exact version', () => {
    const files = ['Dockerfile', '.github/docker/keycloak.Dockerfile'].map(text).join('\n');
    const bases = [...files.matchAll(/^FROM ([^$\s]+)/gm)].map(([, image = '']) => image);
    const stages = new Set([...files.matchAll(/ AS (\S+)/g)].map(([, stage]) => stage));
    const images = [...bases, ...services.map(([, { image }]) => image)].filter(
      (image) => !stages.has(image) && !image.startsWith('curvewell:'),
    );
    for (const image of images) expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-\w+)*$/);
  });
});

/**
 * A first start by hand had forgotten the passwords: the roles were made without any, and the script said that all was
 * well.
 */
it('OPS-244 roles of the database are made with their passwords or not at all', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'curvewell-databases-'));
  const asked = path.join(folder, 'asked');
  writeFileSync(path.join(folder, 'psql'), `#!/bin/sh\ncat > ${asked}\n`);
  chmodSync(path.join(folder, 'psql'), 0o755);
  const run = () =>
    spawnSync('bash', [fileURLToPath(new URL('.github/docker/make-databases.sh', ROOT))], {
      env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, SECRETS: folder },
    }).status;
  for (const name of ['database_owner_password', 'database_password', 'keycloak_database_password']) {
    expect(run()).not.toBe(0);
    expect(existsSync(asked)).toBe(false);
    writeFileSync(path.join(folder, name), 'a password');
  }
  expect(run()).toBe(0);
  expect(existsSync(asked)).toBe(true);
  rmSync(folder, { recursive: true });
});
