import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { textOf } from './compose-file.ts';

const SCRIPT = fileURLToPath(new URL('../../../.github/systemd/make-secrets.sh', import.meta.url));
const SECRETS = '/etc/curvewell';
/** As created in docs/deploy-without-containers.md. */
const GROUPS = { curvewell: ['curvewell'], 'curvewell-owner': ['curvewell-owner', 'curvewell'] } as const;
type Account = keyof typeof GROUPS;

/** The deployment without containers: file permissions, and the settings of each program. */
describe('the systemd accounts', () => {
  let folder: string;
  let owners: ReadonlyMap<string, readonly [user: string, group: string]>;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'curvewell-units-'));
    owners = make();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Records the calls of `chown`, which needs root. */
  function make() {
    const tools = mkdtempSync(path.join(tmpdir(), 'curvewell-chown-'));
    const noted = path.join(tools, 'noted');
    writeFileSync(path.join(tools, 'chown'), `#!/bin/sh\necho "$@" >> ${noted}\n`);
    chmodSync(path.join(tools, 'chown'), 0o755);
    const env = { PATH: `${tools}:${process.env['PATH'] ?? ''}` };
    expect(spawnSync('sh', [SCRIPT, folder], { env }).status).toBe(0);
    const lines = readFileSync(noted, 'utf8').trim().split('\n');
    rmSync(tools, { recursive: true });
    return new Map(
      lines.map((line) => {
        const [, user = '', group = '', file = ''] = /^([\w-]+):([\w-]+) (.+)$/.exec(line) ?? [];
        return [path.relative(folder, file), [user, group] as const];
      }),
    );
  }

  function mayRead(account: Account, name: string): boolean {
    const [user, group] = owners.get(name) ?? [];
    const { mode } = statSync(path.join(folder, name));
    if (user === account) return (mode & 0o400) !== 0;
    if (GROUPS[account].some((one) => one === group)) return (mode & 0o040) !== 0;
    return (mode & 0o004) !== 0;
  }
  const secretsIn = (text: string) =>
    [...text.matchAll(new RegExp(`_FILE=${SECRETS}/(\\w+)`, 'g'))].map(([, name = '']) => name);
  const handbook = () => textOf('docs/deploy-without-containers.md');

  it('OPS-431 the product’s account cannot read the passwords of the database’s owner and superuser', () => {
    for (const name of ['database_owner_password', 'postgres_password', 'keycloak_admin_password'])
      expect(mayRead('curvewell', name), name).toBe(false);
    expect(mayRead('curvewell', '')).toBe(true);
    expect((statSync(folder).mode & 0o027) === 0, 'the folder is closed to others').toBe(true);
    for (const name of readdirSync(folder)) expect(owners.has(name), name).toBe(true);
  });

  it('OPS-431 nobody may change a secret, and the script may run again after an upgrade', () => {
    const contents = () => readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
    const before = contents();
    owners = make();
    expect(contents()).toEqual(before);
    for (const name of readdirSync(folder))
      expect(statSync(path.join(folder, name)).mode & 0o337, name).toBe(0);
  });

  it('OPS-431 each program can read its secrets with its account', () => {
    const settings = secretsIn(/^PUBLIC_URL=[^`]+/m.exec(handbook())?.[0] ?? '');
    expect(settings).toContain('signing_key');
    for (const name of settings)
      for (const account of ['curvewell', 'curvewell-owner'] as const)
        expect(mayRead(account, name), `${account}, ${name}`).toBe(true);

    const migrates = /^ExecStartPre=.*$/m.exec(textOf('.github/systemd/curvewell.service'))?.[0] ?? '';
    const restores = /^as curvewell-owner env [^\n]+/m.exec(handbook())?.[0] ?? '';
    expect(secretsIn(migrates)).toEqual(['database_owner_password']);
    expect(migrates).toContain('--reuid=curvewell-owner --regid=curvewell-owner --init-groups');
    expect(secretsIn(restores)).toEqual(['postgres_password']);
    for (const name of [...secretsIn(migrates), ...secretsIn(restores), ...secretsIn(handbook())])
      expect(mayRead('curvewell-owner', name), name).toBe(true);
  });

  it.each(['curvewell.service', 'curvewell-worker.service'])(
    'OPS-432 %s allows the account that restores to read backups, and to decrypt them beside the file',
    (name) => {
      const unit = textOf(`.github/systemd/${name}`);
      expect(unit).toMatch(/^User=curvewell$/m);
      expect(unit).toMatch(/^StateDirectory=.*\bcurvewell\/backups$/m);
      expect(unit).toMatch(/^StateDirectoryMode=0770$/m);
      expect(unit).toMatch(/^UMask=0027$/m);
    },
  );
});
