import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { problemSchema } from '@curvewell/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { systemClock } from '../src/clock.ts';
import { readConfig } from '../src/settings/config.ts';
import { staticFiles } from '../src/http/pages/static-files.ts';
import type { IdentityServices } from '../src/keycloak/identity-services.ts';
import { embeddedIdentity } from '../src/standalone/identity/index.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { often } from './often.ts';
import { exchange } from './raw-http.ts';

/** Short, so that endless headers are answered soon. */
const TIMES = { headMs: 500, requestMs: 500, checkEveryMs: 50 };

let test: TestApp;
let identity: IdentityServices;
let port: number;
let folder: string;
const faults: unknown[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'curvewell-pages-'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Curvewell</title>');
  test = await createTestApp({
    times: TIMES,
    answerFirst: (request, response) => identity.handle(request, response),
  });
  const config = readConfig({});
  identity = await embeddedIdentity({
    config,
    db: test.db,
    clock: systemClock,
    onError: (error) => faults.push(error),
  });
  await test.app.register(staticFiles, {
    webDirectory: folder,
    publicUrl: config.publicUrl,
    configuration: {
      application: { backendUrl: '' },
      keycloak: {
        url: config.identity.url,
        realm: config.identity.realm,
        clientId: config.identity.clientId,
      },
    },
  });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as AddressInfo).port; // a listening TCP server
});
afterAll(async () => {
  identity.stop();
  await test.close();
  await rm(folder, { recursive: true });
});

const head = (first: string, ...headers: readonly string[]) =>
  [first, ...headers, 'Connection: close', '', ''].join('\r\n');
const get = (target: string, host = 'Host: localhost') => head(`GET ${target} HTTP/1.1`, host);
const post = (...headers: readonly string[]) =>
  `${head('POST /api/template HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', ...headers)}{}`;

const REFUSED: readonly (readonly [what: string, request: string, status: number])[] = [
  ['two slashes', get('//'), 400],
  ['two slashes and a host', get('//elsewhere.example/x'), 400],
  ['two slashes in the realm', get('//realms/curvewell'), 400],
  ['a slash and a backslash', get('/\\elsewhere.example'), 400],
  ['an escape that is none', get('/%zz'), 400],
  ['the same below /api', get('/api/%zz'), 400],
  ['the same in a query', get('/api/run?search=%zz'), 400],
  ['an escape that is no UTF-8', get('/api/kit/%ff'), 400],
  ['half a character', get('/run/%ED%A0%80'), 400],
  ['an escaped NUL below /api', get('/api/kit/%00'), 401],
  ['a star', get('*'), 400],
  ['a star for OPTIONS', head('OPTIONS * HTTP/1.1', 'Host: localhost'), 400],
  ['an absolute target', get('http://other/'), 400],
  ['an absolute target of ours', get('http://localhost/api/me'), 400],
  ['an absolute target of no web server', get('file:///etc/passwd'), 400],
  ['a host as a target', get('localhost:8080'), 400],
  ['a fragment', get('/#x'), 400],
  ['an empty target', 'GET  HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['a NUL in the target', get('/\0'), 400],
  ['bytes beyond ASCII in the target', get('/\xe9\xff'), 400],
  ['no Host', head('GET / HTTP/1.1'), 400],
  ['an empty Host', get('/', 'Host:'), 400],
  ['two Hosts', head('GET / HTTP/1.1', 'Host: localhost', 'Host: elsewhere.example'), 400],
  ['a Host with a path', get('/', 'Host: localhost/x'), 400],
  ['a Host that is half an address', get('/', 'Host: [::1'), 400],
  ['a Host with a port that is none', get('/', 'Host: localhost:99999'), 400],
  ['a Host with a space', get('/', 'Host: local host'), 400],
  ['headers too large', get('/', `Host: localhost\r\nX: ${'x'.repeat(20_000)}`), 431],
  ['a target too long', get(`/${'x'.repeat(20_000)}`), 431],
  ['a parameter too long', get(`/api/release/${'x'.repeat(200)}`), 404],
  ['a Content-Length that is none', post('Content-Length: x'), 400],
  ['a negative Content-Length', post('Content-Length: -1'), 400],
  ['two Content-Lengths', post('Content-Length: 2', 'Content-Length: 3'), 400],
  ['a length and chunks', post('Content-Length: 2', 'Transfer-Encoding: chunked'), 400],
  ['an unknown Transfer-Encoding', post('Transfer-Encoding: quartered'), 400],
  ['a chunk that is none', post('Transfer-Encoding: chunked'), 400],
  ['a header without a name', get('/', 'Host: localhost\r\n: x'), 400],
  ['a header with a NUL', get('/', 'Host: localhost\r\nX: \0'), 400],
  ['an unknown method', head('BREW / HTTP/1.1', 'Host: localhost'), 400],
  ['a method that nothing has', head('PROPFIND / HTTP/1.1', 'Host: localhost'), 404],
  ['the same below /api', head('PROPFIND /api/me HTTP/1.1', 'Host: localhost'), 404],
  ['TRACE', head('TRACE / HTTP/1.1', 'Host: localhost'), 404],
  ['POST to a page', head('POST /run/5 HTTP/1.1', 'Host: localhost'), 404],
  ['CONNECT', head('CONNECT other:443 HTTP/1.1', 'Host: other:443'), 400],
  ['another version', head('GET / HTTP/3.0', 'Host: localhost'), 400],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['a head that never ends', 'GET / HTTP/1.1\r\nHost: localhost\r\n', 408],
  ['a file that is not there', get('/missing.js'), 404],
  ['a path that leaves the folder', get('/assets/..%2f..%2fpackage.json'), 404],
  [
    'an upgrade below /api',
    get('/api/me', 'Host: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade'),
    401,
  ],
  ['an expectation below /api', get('/api/me', 'Host: localhost\r\nExpect: coffee'), 401],
];

it.each(REFUSED)('ERR-110 %s is answered with the usual error body', async (_what, request, status) => {
  const answer = await exchange(port, request);
  expect(answer).toMatchObject({ status, headers: { 'content-type': 'application/json; charset=utf-8' } });
  const problem = problemSchema.parse(JSON.parse(answer?.body ?? ''));
  expect(problem.requestId).not.toBe('');
});

it.each(['/metrics', '/health', '/health/other', '/debug/pprof/'])(
  'OPS-421 %s is answered with 404 on this port, not with a page',
  async (target) => {
    const answer = await exchange(port, get(target));
    expect(answer).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
  },
);

it.each(['/run/5', '/', '/metrics-of-ours', '/archive?page=2', '/run/5/interpretation?wells=A1|B2'])(
  '%s returns a page of the application',
  async (target) => {
    const answer = await exchange(port, get(target));
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
  },
);

it('a page is returned over HTTP/1.0 without Host', async () => {
  expect(await exchange(port, 'GET / HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200 });
});

const odd = fc.constantFrom(
  '\0',
  '\r',
  '\n',
  '\t',
  ' ',
  '\x7f',
  '\x80',
  '\xff',
  '%',
  '%00',
  '%zz',
  '%ff',
  '//',
  '\\',
  '..',
  '#',
  '?',
  '[',
  ']',
  '@',
  ':',
  ';',
  ',',
  '"',
  '{',
  '*',
  'http://other/',
  'x'.repeat(17_000),
  'x'.repeat(150),
);
const target = fc.constantFrom(
  '/',
  '/run/5',
  '/config.json',
  '/missing.js',
  '/api/me',
  '/api/run?page=0&size=10',
  '/api/openapi.json',
  '/api/kit/00000000-0000-4000-8000-000000000000',
  '/api/nowhere',
  '/realms/curvewell/login',
  '*',
  '/realms/curvewell/.well-known/openid-configuration',
  '/realms/curvewell/protocol/openid-connect/auth',
  '/realms/curvewell/set-password/x',
  '/realms/curvewell',
  '/health/live',
  '//',
  '/%zz',
  'http://other/',
);
const usually = <T>(weight: number, common: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight, arbitrary: common }, { weight: 1, arbitrary: rare });
const method = usually(
  5,
  fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'),
  fc.constantFrom('OPTIONS', 'TRACE', 'QUERY', 'PROPFIND', 'CONNECT', 'BREW', 'get', ''),
);
const header = fc.constantFrom(
  'Host: localhost',
  'Host: [::1]:80',
  'Host: a b',
  'Host:',
  'Content-Length: 0',
  'Content-Length: 3',
  'Content-Length: x',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Content-Type: application/json',
  'Content-Type: x',
  'Content-Type: ;',
  'Content-Type: multipart/form-data',
  'Content-Type: multipart/form-data; boundary=x',
  'Expect: 100-continue',
  'Authorization: Bearer x',
  'Authorization: Basic',
  'Accept: text/html',
  'Accept-Version: 1',
  'Cookie: a=b; =',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'Expect: x',
  'Range: bytes=0-1,5-',
  'If-None-Match: *',
  'Accept-Encoding: br',
  'X-Forwarded-Host: a b',
  'X-Forwarded-For: x',
  'X-Forwarded-Proto: gopher',
  'Connection: close',
  'Trailer: x',
  'If-Modified-Since: never',
  'Origin: null',
  'Forwarded: for=x',
  'TE: trailers',
  'Date: x',
);
const mutation = fc.record({ at: fc.noBias(fc.nat(9_999)), what: odd, cut: fc.nat(3) });
const randomHead = fc
  .record({
    method,
    target,
    version: usually(9, fc.constant('1.1'), fc.constantFrom('1.0', '2.0', '9')),
    headers: usually(1, fc.array(header, { maxLength: 1 }), fc.array(header, { maxLength: 5 })),
    hasHost: usually(9, fc.constant(true), fc.constant(false)),
    body: usually(1, fc.constant(''), fc.constantFrom('{}', 'abc', '3\r\nabc\r\n0\r\n\r\n', '--x\r\n\r\n')),
    hasLength: usually(5, fc.constant(true), fc.constant(false)),
    mutations: usually(1, fc.array(mutation, { maxLength: 1 }), fc.array(mutation, { maxLength: 3 })),
  })
  .map(({ method: verb, target: where, version, headers, hasHost, body, hasLength, mutations }) => {
    const lines = [`${verb} ${where} HTTP/${version}`, ...(hasHost ? ['Host: localhost'] : []), ...headers];
    if (hasLength && body !== '') lines.push(`Content-Length: ${body.length}`);
    const whole = [...lines, 'Connection: close', '', body].join('\r\n');
    return mutations.reduce((text, { at, what, cut }) => {
      const place = Math.floor((at / 10_000) * text.length);
      return text.slice(0, place) + what + text.slice(place + cut);
    }, whole);
  });

const HEADS = often({ byDay: 2_000, byNight: 10_000 });
const AT_ONCE = 100;

it(`ERR-110 none of ${HEADS} random heads ends the process, or is answered with 500 or without a code`, async () => {
  const heads = fc.sample(randomHead, { seed: 20_261_122, numRuns: HEADS });
  const wrong: unknown[] = [];
  const queue = heads.values();
  const work = async () => {
    for (const request of queue) {
      const answer = await exchange(port, request, { isHead: /^\s*HEAD /.test(request) });
      const status = answer?.status ?? 0;
      const isCodeless = status >= 400 && !request.includes('/realms/') && !isCoded(answer?.body ?? '');
      if (status === 0 || status >= 500 || isCodeless) wrong.push({ request, answer });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(faults).toEqual([]);
  expect(await exchange(port, get('/api/openapi.json'))).toMatchObject({ status: 200 });
}, 300_000);

function isCoded(body: string): boolean {
  try {
    return problemSchema.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}
