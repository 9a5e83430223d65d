import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';

import { readConfig } from '../settings/config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'curvewell-settings-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, content: string): string {
  const where = path.join(folder, name);
  writeFileSync(where, content);
  return where;
}

/** The connection parameters that the driver derives from the address. */
function connectionParameters(environment: NodeJS.ProcessEnv) {
  const client = new pg.Client({ connectionString: readConfig(environment).databaseUrl ?? '' });
  const { host, port, database, user, password } = client;
  return { host, port, database, user, password };
}

describe('separate settings of the database', () => {
  it('OPS-133 any password reaches the driver unchanged', () => {
    const environment = {
      DATABASE_HOST: 'database',
      DATABASE_PORT: '5433',
      DATABASE_NAME: 'curvewell',
      DATABASE_USER: 'curvewell_app',
      DATABASE_PASSWORD: 'p@ss/w:rd#1 100%25 ü?',
    };
    expect(connectionParameters(environment)).toEqual({
      host: 'database',
      port: 5433,
      database: 'curvewell',
      user: 'curvewell_app',
      password: 'p@ss/w:rd#1 100%25 ü?',
    });
  });

  it('OPS-133 a folder as host selects the socket in it', () => {
    expect(connectionParameters({ DATABASE_HOST: '/var/run/postgresql' })).toMatchObject({
      host: '/var/run/postgresql',
      port: 5432,
    });
  });

  it('OPS-133 with a named authority the certificate and the server name are checked', () => {
    const authority = file('ca.pem', 'a certificate');
    const url = readConfig({ DATABASE_HOST: 'database', DATABASE_CA_FILE: authority }).databaseUrl ?? '';
    const { ssl } = new pg.Client({ connectionString: url }) as unknown as { readonly ssl: object };
    expect(ssl).toMatchObject({ ca: 'a certificate' });
    expect(ssl).not.toHaveProperty('rejectUnauthorized');
    expect(ssl).not.toHaveProperty('checkServerIdentity');
  });

  it('OPS-133 setting both the address and its parts is refused', () => {
    expect(() => readConfig({ DATABASE_HOST: 'a', DATABASE_URL: 'postgresql://b/c' })).toThrow(/not both/);
  });
});

describe('settings from files', () => {
  it('OPS-134 reads a setting from a file, without the final line break', () => {
    const environment = {
      DATABASE_HOST: 'database',
      DATABASE_PASSWORD_FILE: file('password', 'secret\n'),
    };
    expect(connectionParameters(environment).password).toBe('secret');
  });

  it('OPS-134 names a file that cannot be read, or a setting given twice', () => {
    expect(() => readConfig({ DATABASE_PASSWORD_FILE: path.join(folder, 'none') })).toThrow(
      /DATABASE_PASSWORD_FILE cannot be read/,
    );
    expect(() => readConfig({ DATABASE_PASSWORD: 'a', DATABASE_PASSWORD_FILE: file('other', 'b') })).toThrow(
      /DATABASE_PASSWORD or DATABASE_PASSWORD_FILE, not both/,
    );
  });
});
