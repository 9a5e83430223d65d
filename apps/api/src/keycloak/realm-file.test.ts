import { roleSchema } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { readRealm } from './realm-file.ts';

const ACCOUNTS = { CURVEWELL_ACCOUNTS_SECRET: 'a secret' };
const clientsOf = async (environment: NodeJS.ProcessEnv) =>
  (await readRealm(environment)).clients?.map(({ clientId }) => clientId);

describe('the realm created by the command', () => {
  it('has every role of the product', async () => {
    const { roles } = await readRealm({});
    expect(roles?.realm?.map(({ name }) => name).sort()).toEqual(roleSchema.options.toSorted());
  });

  it('OPS-325 the mail server is used with the configured user and password, or without', async () => {
    const server = { SMTP_HOST: 'mail.example', SMTP_FROM: 'lab@example.org' };
    const signedIn = { ...server, SMTP_USER: 'curvewell', SMTP_PASSWORD: 'p"ss' };
    expect((await readRealm(signedIn)).smtpServer).toMatchObject({
      host: 'mail.example',
      port: '587',
      from: 'lab@example.org',
      starttls: 'true',
      auth: 'true',
      user: 'curvewell',
      password: 'p"ss',
    });
    expect((await readRealm(server)).smtpServer).toMatchObject({ auth: 'false', user: '' });
    expect((await readRealm({ ...server, SMTP_USER: '' })).smtpServer).toMatchObject({ auth: 'false' });
  });

  it('OPS-325 a realm keeps its mail server if the settings name none', async () => {
    expect(await readRealm({ SMTP_HOST: '' })).not.toHaveProperty('smtpServer');
  });

  it('OPS-326 the client that manages accounts is never created without a secret', async () => {
    expect(await clientsOf(ACCOUNTS)).toEqual(['curvewell-web', 'curvewell-accounts']);
    for (const environment of [{}, { CURVEWELL_ACCOUNTS_SECRET: '' }]) {
      expect(await clientsOf(environment)).toEqual(['curvewell-web']);
      const realm = await readRealm(environment);
      expect(JSON.stringify(realm)).not.toContain('curvewell-accounts');
    }
  });

  it('OPS-327 sign-in pages support several languages, and the settings select the default', async () => {
    expect(await readRealm({})).toMatchObject({
      internationalizationEnabled: true,
      supportedLocales: ['de', 'en', 'es', 'fr', 'it', 'nl'],
      defaultLocale: 'en',
    });
    expect(await readRealm({ REALM_LANGUAGE: 'de' })).toMatchObject({ defaultLocale: 'de' });
  });
});
