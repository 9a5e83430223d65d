import {
  ACCOUNTS_SECRET,
  isWithKeycloak,
  startKeycloak,
  type RealKeycloak,
} from '../../apps/api/test/keycloak-server.ts';
import { DEMO_PASSWORD, DEMO_ROLES } from './demo-users.ts';
import { startProduct, type Product } from './product.ts';

/** By night all journeys sign in at the embedded provider, and some once more at a Keycloak. */
export const isOnKeycloak = (): boolean => process.env['KEYCLOAK'] !== undefined && isWithKeycloak();

/** The product with its demo people, who have their accounts in a real Keycloak. */
export async function startProductOnKeycloak(): Promise<Product> {
  // The demo's people are made where the embedded provider is. Then another one is in its place.
  const embedded = await startProduct();
  const keycloak = await startKeycloak(embedded.address);
  for (const [login, roles] of Object.entries(DEMO_ROLES)) await makeAccount(keycloak, login, roles);
  await embedded.restart({
    OIDC_URL: keycloak.url,
    KEYCLOAK_ADMIN_CLIENT_SECRET: ACCOUNTS_SECRET,
  });
  return {
    ...embedded,
    keycloak,
    stop: async () => {
      await embedded.stop();
      await keycloak.stop();
    },
  };
}

/** An account that somebody made at Keycloak itself. */
export async function makeAccount(
  { ask }: Pick<RealKeycloak, 'ask'>,
  login: string,
  roles: readonly string[] = [],
): Promise<void> {
  await ask('POST', '/users', {
    username: login,
    email: `${login}@example.org`,
    enabled: true,
    emailVerified: true,
    firstName: 'Demo',
    lastName: login,
    credentials: [{ type: 'password', value: DEMO_PASSWORD, temporary: false }],
  });
  const all = (await ask('GET', '/roles')) as readonly { readonly name: string }[];
  const id = await accountOf({ ask }, login);
  await ask(
    'POST',
    `/users/${id}/role-mappings/realm`,
    all.filter(({ name }) => roles.includes(name)),
  );
}

/** The id of an account; empty: there is none. */
export async function accountOf({ ask }: Pick<RealKeycloak, 'ask'>, login: string): Promise<string> {
  const [found] = (await ask('GET', `/users?exact=true&username=${login}`)) as readonly { id: string }[];
  return found?.id ?? '';
}
