import { Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';

import type { Clock } from '../../clock.ts';
import type { Config } from '../../settings/config.ts';
import type { Db } from '../../database/db.ts';
import { realmRoles } from '../../features/identity/index.ts';
import { createRecordStore } from './adapter.ts';
import type { ProviderKeys } from './keys.ts';
import { SIGNING_ALGORITHM } from './keys.ts';
import { failedPage, messagePage, refusedPage, renderPage, signOutPage } from './pages.ts';

/** The resource of the API; its tokens carry the configured audience. */
const RESOURCE = 'urn:curvewell:api';
const SCOPE = 'openid profile email offline_access';

const MINUTE_S = 60;
const HOUR_S = 3600;
/** A working day, after which a new sign-in is needed. */
const SESSION_S = 12 * HOUR_S;
/** How long the sign-in form stays valid; then the application starts again. */
const INTERACTION_S = 15 * MINUTE_S;

interface Options {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly keys: ProviderKeys;
}

/** The embedded provider, with the addresses and claims of a Keycloak realm. */
export function createProvider({ config, db, clock, keys }: Options): Provider {
  const { identity, publicUrl } = config;
  const home = `${publicUrl}/`;

  const ownOrigin = new URL(publicUrl).origin;
  const configuration: Configuration = {
    clientBasedCORS: (_context, origin) => origin === ownOrigin,
    adapter: createRecordStore({ db, clock }),
    clients: [
      {
        client_id: identity.clientId,
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [home],
        post_logout_redirect_uris: [home],
        id_token_signed_response_alg: SIGNING_ALGORITHM,
      },
    ],
    jwks: { keys: [{ ...keys.signing }] },
    cookies: { keys: [keys.cookie] },
    pkce: { required: () => true },
    scopes: SCOPE.split(' '),
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'given_name', 'family_name'],
      email: ['email', 'email_verified'],
    },
    // The page reads the user from the ID token, as with Keycloak.
    conformIdTokenClaims: false,
    routes: {
      authorization: '/protocol/openid-connect/auth',
      token: '/protocol/openid-connect/token',
      jwks: '/protocol/openid-connect/certs',
      userinfo: '/protocol/openid-connect/userinfo',
      end_session: '/protocol/openid-connect/logout',
      revocation: '/protocol/openid-connect/revoke',
    },
    ttl: {
      AccessToken: 5 * MINUTE_S,
      AuthorizationCode: MINUTE_S,
      IdToken: 5 * MINUTE_S,
      RefreshToken: SESSION_S,
      // A session without a signed-in user ends with the sign-out form.
      Session: (_context, { accountId }) => (accountId === undefined ? INTERACTION_S : SESSION_S),
      Grant: 2 * SESSION_S,
      Interaction: INTERACTION_S,
    },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          const known = context.oidc.entities.IdTokenHint !== undefined;
          answer(context, signOutPage({ form, known }));
        },
        postLogoutSuccessSource: (context) => {
          answer(context, messagePage({ title: 'You are signed out', text: '', link: home }));
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          audience: identity.audience,
          scope: SCOPE,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: SIGNING_ALGORITHM } },
        }),
      },
    },
    interactions: { url: (_context, { uid }) => `${new URL(identity.issuer).pathname}/login/${uid}` },
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: () => true,
    loadExistingGrant: grantOfOwnClient,
    findAccount: async (_context, id) => {
      const user = await db.appUser.findFirst({ where: { id, enabled: true } });
      if (user === null) return undefined;
      return {
        accountId: id,
        claims: () => ({
          sub: id,
          name: `${user.firstname} ${user.lastname}`,
          given_name: user.firstname,
          family_name: user.lastname,
          preferred_username: user.login,
          email: user.email,
          email_verified: user.emailVerified,
        }),
      };
    },
    extraTokenClaims: async (context, token) => {
      if (token.kind !== 'AccessToken') return undefined;
      const user = await db.appUser.findUniqueOrThrow({ where: { id: token.accountId } });
      return {
        typ: 'Bearer',
        azp: identity.clientId,
        sid: token.grantId,
        auth_time: signedInAt(context),
        preferred_username: user.login,
        name: `${user.firstname} ${user.lastname}`,
        email: user.email,
        realm_access: { roles: realmRoles(user) },
      };
    },
    renderError: (context, _out, error) => {
      const failed = failedPage(error, home);
      if (failed.status === 503) {
        context.status = 503;
        context.set({ ...failed.headers });
        answer(context, failed);
        return;
      }
      answer(context, refusedPage(home));
    },
  };

  const provider = new Provider(identity.issuer, configuration);
  // `asAtPublicUrl` writes the headers that the provider then trusts.
  provider.proxy = true;
  return provider;
}

/** The time of the password entry, which Keycloak also states in access tokens. */
function signedInAt({ oidc: { entities } }: KoaContextWithOIDC): number | undefined {
  return (entities.AuthorizationCode ?? entities.RefreshToken)?.authTime;
}

/** The product's own client needs no consent. */
async function grantOfOwnClient(context: KoaContextWithOIDC) {
  const { client, session, provider } = context.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;

  const grantId = session.grantIdFor(client.clientId);
  const kept = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (kept !== undefined) return kept;

  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(SCOPE);
  grant.addResourceScope(RESOURCE, SCOPE);
  await grant.save();
  return grant;
}

function answer(context: KoaContextWithOIDC, page: Parameters<typeof renderPage>[0]): void {
  const { html, policy } = renderPage(page);
  context.type = 'html';
  context.set('content-security-policy', policy);
  context.set('cache-control', 'no-store');
  context.body = html;
}
