import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { z } from 'zod';

import type { Clock } from '../src/clock.ts';
import { readConfig } from '../src/settings/config.ts';
import { openDatabase } from '../src/database/db.ts';
import type { IdentityServices } from '../src/keycloak/identity-services.ts';
import { embeddedIdentity } from '../src/standalone/identity/index.ts';
import type { TestDatabase } from './database.ts';
import { TEST_PASSWORD } from './sign-in.ts';

const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  id_token: z.string(),
  expires_in: z.number(),
});
type Tokens = z.infer<typeof tokensSchema>;

interface Answer {
  readonly status: number;
  readonly location: string;
  readonly text: string;
  readonly headers: Headers;
}
type Browse = (url: string, form?: Readonly<Record<string, string>>) => Promise<Answer>;

export interface TestIdentity {
  readonly identity: IdentityServices;
  /** The public address. */
  readonly base: string;
  readonly endpoint: (name: string) => string;
  /** A minimal browser: stores cookies and does not follow redirects. */
  readonly createBrowser: (headers?: Readonly<Record<string, string>>) => Browse;
  readonly authorizationUrl: (changes?: Readonly<Record<string, string>>) => string;
  readonly tryPassword: (
    login: string,
    password: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly browse: Browse; readonly answer: Answer }>;
  /** An unused code, with the data for its exchange. */
  readonly obtainCode: (login: string) => Promise<{ readonly browse: Browse; readonly form: Form }>;
  readonly signIn: (login: string) => Promise<{ readonly browse: Browse; readonly tokens: Tokens }>;
  /** @param at - the instance to use, where there are several */
  readonly requestTokens: (form: Form, at?: number) => Promise<unknown>;
  readonly refresh: (token: string, at?: number) => Promise<unknown>;
  readonly close: () => Promise<void>;
}
type Form = Readonly<Record<string, string>>;

interface Options {
  readonly database: TestDatabase;
  readonly clock: Clock;
  /** The number of instances on one database, each with its own connections. */
  readonly instances?: number;
  readonly environment?: NodeJS.ProcessEnv;
}

/** The embedded provider behind a real HTTP server. */
export async function startTestIdentity(options: Options): Promise<TestIdentity> {
  const listeners: Listener[] = [];
  for (let instance = 0; instance < (options.instances ?? 1); instance++) listeners.push(await listen());
  const [first] = listeners;
  if (first === undefined) throw new Error('there is at least one instance');
  const base = `http://127.0.0.1:${first.port}`;
  const services = await Promise.all(listeners.map((listener) => serveIdentity(listener, base, options)));
  const [main] = services;
  if (main === undefined) throw new Error('there is at least one instance');

  const verifier = randomBytes(32).toString('base64url');
  const realm = '/realms/curvewell/protocol/openid-connect';
  const endpoint = (name: string) => `${base}${realm}/${name}`;

  function authorizationUrl(changes: Form = {}): string {
    const query = new URLSearchParams({
      client_id: 'curvewell-web',
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: `${base}/`,
      state: 'a state',
      code_challenge_method: 'S256',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      ...changes,
    });
    return `${endpoint('auth')}?${query.toString()}`;
  }

  const createBrowser = (headers: Form = {}) => browserOf(base, headers);

  async function tryPassword(login: string, password: string, headers: Form = {}) {
    const browse = createBrowser(headers);
    const { location: page } = await browse(authorizationUrl());
    const answer = await browse(page, { login, password });
    return { browse, answer };
  }

  async function obtainCode(login: string) {
    const { browse, answer } = await tryPassword(login, TEST_PASSWORD);
    const { location } = await browse(answer.location);
    const code = new URL(location).searchParams.get('code') ?? '';
    return { browse, form: { grant_type: 'authorization_code', code, code_verifier: verifier } };
  }

  async function requestTokens(form: Form, at = 0): Promise<unknown> {
    const body = new URLSearchParams({ client_id: 'curvewell-web', redirect_uri: `${base}/`, ...form });
    const url = `http://127.0.0.1:${listeners[at]?.port ?? ''}${realm}/token`;
    return (await fetch(url, { method: 'POST', body })).json();
  }

  return {
    identity: main,
    base,
    endpoint,
    createBrowser,
    authorizationUrl,
    tryPassword,
    obtainCode,
    signIn: async (login) => {
      const { browse, form } = await obtainCode(login);
      return { browse, tokens: tokensSchema.parse(await requestTokens(form)) };
    },
    requestTokens,
    refresh: (token, at) => requestTokens({ grant_type: 'refresh_token', refresh_token: token }, at),
    close: async () => {
      for (const service of services) service.stop();
      await Promise.all(listeners.map((listener) => listener.close()));
    },
  };
}

interface Listener {
  readonly server: Server;
  readonly port: number;
  readonly closing: (() => Promise<void>)[];
  readonly close: () => Promise<void>;
}

async function listen(): Promise<Listener> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server
  const closing: (() => Promise<void>)[] = [];
  return {
    server,
    port,
    closing,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const one of closing) await one();
    },
  };
}

async function serveIdentity({ server, closing }: Listener, base: string, options: Options) {
  const db = openDatabase(options.database.url);
  closing.push(() => db.$disconnect());
  const config = readConfig({ PORT: new URL(base).port, PUBLIC_URL: base, ...options.environment });
  const identity = await embeddedIdentity({
    config,
    db,
    clock: options.clock,
    onError: (error) => {
      // A write that is still running when a test ends may find its database dropped.
      if (server.listening) throw error;
    },
  });
  server.on('request', (request, response) => {
    if (!identity.handle(request, response)) response.writeHead(404).end();
  });
  return identity;
}

function browserOf(base: string, headers: Form): Browse {
  const cookies = new Map<string, string>();
  return async (url, form) => {
    const answer = await fetch(new URL(url, base), {
      redirect: 'manual',
      headers: { ...headers, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return {
      status: answer.status,
      location: answer.headers.get('location') ?? '',
      text: await answer.text(),
      headers: answer.headers,
    };
  };
}
