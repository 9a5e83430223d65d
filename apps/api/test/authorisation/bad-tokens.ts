import { SignJWT, UnsecuredJWT, generateKeyPair } from 'jose';

import type { Db } from '../../src/database/db.ts';
import type { TestIssuer } from '../sign-in.ts';

/** Tokens that must be refused, by their fault; null: no token. */
export async function badTokens(
  db: Db,
  issuer: TestIssuer,
): Promise<Readonly<Record<string, string | null>>> {
  const now = Math.floor(Date.now() / 1000);
  const claims = (changes: object) => issuer.tokenFor(db, 'super', { claims: { ...changes } });
  const good = await issuer.tokenFor(db, 'super');
  const payload = JSON.parse(Buffer.from(good.split('.')[1] ?? '', 'base64url').toString()) as object;
  const foreign = await generateKeyPair('RS256');
  const header = { typ: 'at+jwt', kid: 'test' };
  return {
    none: null,
    expired: await issuer.tokenFor(db, 'super', { expiresIn: -120 }),
    'not valid yet': await claims({ nbf: now + 600 }),
    'of another issuer': await claims({ iss: 'http://elsewhere/realms/curvewell' }),
    'for another audience': await claims({ aud: 'another-api' }),
    'signed by another key': await new SignJWT({ ...payload })
      .setProtectedHeader({ ...header, alg: 'RS256' })
      .sign(foreign.privateKey),
    'not signed': new UnsecuredJWT({ ...payload }).encode(),
    'signed with what is public': await new SignJWT({ ...payload })
      .setProtectedHeader({ ...header, alg: 'HS256' })
      .sign(new TextEncoder().encode(issuer.publicKey)),
    'an ID token': await issuer.tokenFor(db, 'super', { claims: { typ: 'ID' }, header: { typ: 'JWT' } }),
  };
}
