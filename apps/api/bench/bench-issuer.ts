import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { exportJWK, generateKeyPair, SignJWT } from 'jose';

import type { Db } from '../src/database/db.ts';
import { realmRoles } from '../src/features/identity/index.ts';

const ALGORITHM = 'RS256';
const KEY_ID = 'bench';
/** Longer than the longest measurement. */
const LIFETIME = '6h';

/** The part of an identity provider that the product uses: the keys that sign its tokens. */
export interface BenchIssuer {
  readonly url: string;
  readonly tokenFor: (db: Db, login: string) => Promise<string>;
  readonly close: () => void;
}

export async function startBenchIssuer(): Promise<BenchIssuer> {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM);
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, alg: ALGORITHM }] });
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(keys);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  return {
    url,
    tokenFor: async (db, login) => {
      const user = await db.appUser.findUniqueOrThrow({ where: { login } });
      return new SignJWT({
        typ: 'Bearer',
        sid: `bench ${login}`,
        preferred_username: login,
        realm_access: { roles: realmRoles(user) },
      })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt', kid: KEY_ID })
        .setIssuer(`${url}/realms/curvewell`)
        .setAudience('curvewell-api')
        .setSubject(user.subject ?? user.id)
        .setIssuedAt()
        .setExpirationTime(LIFETIME)
        .sign(privateKey);
    },
    close: () => server.close(),
  };
}
