import {
  ACCOUNTS_SECRET,
  isWithKeycloak,
  startKeycloak,
  type RealKeycloak,
} from '../../apps/api/test/keycloak-server.ts';
import { DEMO_PASSWORD, DEMO_ROLES } from './demo-users.ts';
import { startProduct, type Product } from './product.ts';

/** At night all journeys use the embedded provider, and some run again with a Keycloak. */
export const isOnKeycloak = (): boolean => process.env['KEYCLOAK'] !== undefined && isWithKeycloak();

/** Starts the product with its demo users in a real Keycloak. */
export async function startProductOnKeycloak(): Promise<Product> {
  // The demo users are created by the embedded provider, which is then replaced.
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

/** Creates an account directly in Keycloak. */
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

/** The id of an account; empty if it does not exist. */
export async function accountOf({ ask }: Pick<RealKeycloak, 'ask'>, login: string): Promise<string> {
  const [found] = (await ask('GET', `/users?exact=true&username=${login}`)) as readonly { id: string }[];
  return found?.id ?? '';
}
