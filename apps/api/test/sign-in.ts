import {
  exportJWK,
  exportSPKI,
  createLocalJWKSet,
  generateKeyPair,
  SignJWT,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';

import type { Db } from '../src/database/db.ts';
import { realmRoles } from '../src/features/identity/index.ts';

/** The password of the demo users in tests. */
export const TEST_PASSWORD = 'correct horse battery';

const ALGORITHM = 'RS256';

interface TokenChanges {
  readonly claims?: JWTPayload;
  readonly header?: { readonly typ?: string };
  /** Seconds from now; default 300, like the provider's. */
  readonly expiresIn?: number;
}

export interface TestIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: JWTVerifyGetKey;
  /** In the published format. */
  readonly publicKey: string;
  /** An access token of a demo user as issued by the provider, with changes. */
  tokenFor(db: Db, login: string, changes?: TokenChanges): Promise<string>;
}

/** Generated once in a process, because it takes longer than starting an app. */
let keyPair: ReturnType<typeof generateKeyPair> | undefined;

/** Tokens of the last requests: calls of one second have the same claims, so their signature is the same, too. */
const signed = new Map<string, Promise<string>>();
const MOST_SIGNED = 100;

function signedOnce(claims: string, sign: () => Promise<string>): Promise<string> {
  if (signed.size > MOST_SIGNED) signed.clear();
  const token = signed.get(claims) ?? sign();
  signed.set(claims, token);
  return token;
}

/** Issues tokens that the product accepts, without a browser. */
export async function createTestIssuer(): Promise<TestIssuer> {
  const { privateKey, publicKey } = await (keyPair ??= generateKeyPair(ALGORITHM));
  const keys = createLocalJWKSet({
    keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: ALGORITHM }],
  });
  const issuer = 'http://localhost/realms/curvewell';
  const audience = 'curvewell-api';

  return {
    issuer,
    audience,
    keys,
    publicKey: await exportSPKI(publicKey),
    async tokenFor(db, login, { claims = {}, header = {}, expiresIn = 300 } = {}) {
      const user = await db.appUser.findUniqueOrThrow({ where: { login } });
      const now = Math.floor(Date.now() / 1000);
      const payload = {
        iss: issuer,
        aud: audience,
        sub: user.subject ?? user.id,
        iat: now,
        exp: now + expiresIn,
        typ: 'Bearer',
        sid: `test ${login}`,
        preferred_username: login,
        name: `${user.firstname} ${user.lastname}`,
        email: user.email,
        realm_access: { roles: realmRoles(user) },
        ...claims,
      };
      const protectedHeader = { alg: ALGORITHM, typ: 'at+jwt', kid: 'test', ...header };
      return signedOnce(JSON.stringify([payload, protectedHeader]), () =>
        new SignJWT(payload).setProtectedHeader(protectedHeader).sign(privateKey),
      );
    },
  };
}
