import { Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';

import { realmRoles } from '../../features/identity/index.ts';
import type { IdentityOptions } from '../../keycloak/identity-services.ts';
import { createRecordStore } from './adapter.ts';
import type { ProviderKeys } from './keys.ts';
import { failedPage, messagePage, show, signOutPage } from './pages.ts';

/** The resource of the API; its tokens carry the configured audience. */
const RESOURCE = 'urn:curvewell:api';
/** What the pages request. */
const SCOPE = 'openid profile email';

const MINUTE_S = 60;
/** A working day, after which a new sign-in is needed. */
const SESSION_S = 12 * 60 * MINUTE_S;
/** How long the sign-in form stays valid; then the application starts again. */
const INTERACTION_S = 15 * MINUTE_S;

/** The embedded provider, with the addresses and claims of a Keycloak realm. */
export function createProvider({ config, db, clock }: IdentityOptions, keys: ProviderKeys): Provider {
  const { identity, publicUrl } = config;
  const home = `${publicUrl}/`;
  const configuration: Configuration = {
    clientBasedCORS: (_context, origin) => origin === new URL(publicUrl).origin,
    adapter: createRecordStore({ db, clock }),
    clients: [
      {
        client_id: identity.clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [home],
        post_logout_redirect_uris: [home],
      },
    ],
    jwks: { keys: [{ ...keys.sign }] },
    cookies: { keys: [keys.cookie] },
    scopes: SCOPE.split(' '),
    routes: {
      authorization: '/protocol/openid-connect/auth',
      token: '/protocol/openid-connect/token',
      jwks: '/protocol/openid-connect/certs',
      end_session: '/protocol/openid-connect/logout',
    },
    ttl: {
      AccessToken: 5 * MINUTE_S,
      IdToken: 5 * MINUTE_S,
      RefreshToken: SESSION_S,
      // A session without a signed-in user ends with the sign-out form.
      Session: (_context, { accountId }) => (accountId === undefined ? INTERACTION_S : SESSION_S),
      Grant: 2 * SESSION_S,
      Interaction: INTERACTION_S,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        postLogoutSuccessSource: (context) =>
          show(context, messagePage('Signed out', 'You are signed out.', home)),
        logoutSource: (context, form) =>
          show(context, signOutPage({ form, known: context.oidc.entities.IdTokenHint !== undefined })),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          audience: identity.audience,
          scope: SCOPE,
          accessTokenFormat: 'jwt',
        }),
      },
    },
    interactions: { url: (_context, { uid }) => `${new URL(identity.issuer).pathname}/login/${uid}` },
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    loadExistingGrant: grantOfOwnClient,
    findAccount: async (_context, id) => {
      const isEnabled = (await db.appUser.count({ where: { id, enabled: true } })) > 0;
      return isEnabled ? { accountId: id, claims: () => ({ sub: id }) } : undefined;
    },
    extraTokenClaims: async ({ oidc: { entities } }, token) => {
      if (token.kind !== 'AccessToken') return undefined;
      const user = await db.appUser.findUniqueOrThrow({ where: { id: token.accountId } });
      return {
        typ: 'Bearer',
        sid: token.grantId,
        // The time of the password entry, which Keycloak also states in access tokens.
        auth_time: (entities.AuthorizationCode ?? entities.RefreshToken)?.authTime,
        preferred_username: user.login,
        realm_access: { roles: realmRoles(user) },
      };
    },
    renderError: (context, _out, error) => show(context, failedPage(error, home)),
  };

  const provider = new Provider(identity.issuer, configuration);
  // `asAtPublicUrl` writes the headers that the provider then trusts.
  provider.proxy = true;
  return provider;
}

/** The product's own client needs no consent. */
async function grantOfOwnClient({ oidc: { client, session, provider } }: KoaContextWithOIDC) {
  if (client === undefined || session?.accountId === undefined) return undefined;
  const kept = await provider.Grant.find(session.grantIdFor(client.clientId) ?? '');
  if (kept !== undefined) return kept;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(SCOPE);
  grant.addResourceScope(RESOURCE, SCOPE);
  await grant.save();
  return grant;
}
