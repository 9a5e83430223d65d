import { describe, expect, it } from 'vitest';

import { readConfig } from './config.ts';
import { requireServices } from './required-services.ts';

const SERVICES = {
  DATABASE_URL: 'postgresql://database/curvewell',
  OIDC_URL: 'https://identity.example',
  SIGNING_KEY: Buffer.alloc(32, 1).toString('base64'),
};

describe('settings', () => {
  it('OPS-131 the product starts only with a database and an identity provider', () => {
    expect(() => requireServices(readConfig({ ...SERVICES, DATABASE_URL: '' }))).toThrow(/DATABASE_URL/);
    expect(() => requireServices(readConfig({ ...SERVICES, OIDC_URL: '' }))).toThrow(/OIDC_URL/);
    expect(() => requireServices(readConfig({ ...SERVICES, SIGNING_KEY: '' }))).toThrow(/SIGNING_KEY/);
    expect(requireServices(readConfig(SERVICES))).toMatchObject({
      databaseUrl: SERVICES.DATABASE_URL,
      identity: { url: SERVICES.OIDC_URL, isEmbedded: false },
    });
  });

  it('FTP-123 a mail server requires a sender address, and a complete account if any', () => {
    expect(readConfig({}).mail).toBeNull();
    expect(() => readConfig({ MAIL_HOST: 'mail.example' })).toThrow(/MAIL_FROM/);
    const named = { MAIL_HOST: 'mail.example', MAIL_FROM: 'curvewell@lab.example' };
    expect(() => readConfig({ ...named, MAIL_USER: 'curvewell' })).toThrow(/MAIL_PASSWORD/);
    expect(readConfig(named).mail).toEqual({
      host: 'mail.example',
      port: 587,
      from: 'curvewell@lab.example',
      account: null,
      tls: 'starttls',
    });
    expect(() => readConfig({ MAIL_TLS: 'perhaps' })).toThrow(/MAIL_TLS/);
    expect(readConfig({}).deliveryRetryDays).toBe(7);
    expect(() => readConfig({ DELIVERY_RETRY_DAYS: '0' })).toThrow(/DELIVERY_RETRY_DAYS/);
  });

  it('OPS-132 an invalid setting is named before anything starts', () => {
    expect(() => readConfig({ PORT: '99999' })).toThrow(/PORT/);
    expect(() => readConfig({ LOG_LEVEL: 'loud' })).toThrow(/LOG_LEVEL/);
    expect(() => readConfig({ PUBLIC_URL: 'curvewell.example' })).toThrow(/PUBLIC_URL/);
  });
});
