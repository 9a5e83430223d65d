import { vi } from 'vitest';

/** A request as sent. */
export interface Sent {
  readonly method: string;
  /** Path and query. */
  readonly address: string;
  readonly authorization: string | null;
  /** The idempotency key. */
  readonly key: string | null;
  readonly body: string;
}

type Answering = (sent: Sent) => Response | Promise<Response>;

const ISSUER = `${window.location.origin}/realms/curvewell`;

const PROVIDER = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/auth`,
  token_endpoint: `${ISSUER}/token`,
  end_session_endpoint: `${ISSUER}/logout`,
  jwks_uri: `${ISSUER}/certs`,
  code_challenge_methods_supported: ['S256'],
};

const CONFIGURATION = {
  application: { backendUrl: '' },
  keycloak: { url: window.location.origin, realm: 'curvewell', clientId: 'curvewell-web' },
};

/**
 * Replaces the network: serves `/config.json` and the provider's discovery, never answers the event stream,
 * and passes all other requests to `answering`. @returns those other requests, in order
 */
export function fakeNetwork(answering: Answering): readonly Sent[] {
  const requests: Sent[] = [];
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(
      new URL(input instanceof Request ? input.url : input, window.location.href),
      init,
    );
    const url = new URL(request.url);
    if (url.pathname === '/config.json') return Response.json(CONFIGURATION);
    if (url.pathname.endsWith('/.well-known/openid-configuration')) return Response.json(PROVIDER);
    // no live events
    if (url.pathname === '/api/events') return new Promise<Response>(() => undefined);
    const sent = {
      method: request.method,
      address: url.pathname + url.search,
      authorization: request.headers.get('authorization'),
      key: request.headers.get('idempotency-key'),
      body: await request.text(),
    };
    requests.push(sent);
    init?.signal?.throwIfAborted();
    return answering(sent);
  });
  return requests;
}

/** Signs a user in with a token that is valid for `seconds`. */
export function signInFor(seconds: number): void {
  localStorage.setItem(
    'curvewell.tokens',
    JSON.stringify({
      accessToken: 'first',
      refreshToken: 'refresh-1',
      idToken: null,
      expiresAt: Date.now() + seconds * 1000,
    }),
  );
}

/** The provider's response to a refresh. */
export const newTokens = () =>
  Response.json({
    access_token: 'second',
    refresh_token: 'refresh-2',
    token_type: 'bearer',
    expires_in: 300,
  });
