import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { securityHeaders } from './security-headers.ts';
import { staticFiles } from './static-files.ts';

const app = Fastify();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'curvewell-pages-'));
  await mkdir(path.join(folder, 'assets'));
  const files = {
    'index.html': 'page',
    'index.html.br': 'page in Brotli',
    'index.html.gz': 'page in gzip',
    'assets/a.js': 'script',
    'assets/a.js.br': 'script in Brotli',
    'assets/a.js.gz': 'script in gzip',
    'assets/letters.woff2': 'letters',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
  await app.register(securityHeaders, { identityOrigin: 'http://localhost', behindTls: true });
  await app.register(staticFiles, {
    webDirectory: folder,
    publicUrl: 'http://localhost',
    configuration: {
      application: { backendUrl: '' },
      keycloak: { url: 'http://localhost', realm: 'curvewell', clientId: 'curvewell' },
    },
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function sent(url: string, encodings: string) {
  const { statusCode, body, headers } = await app.inject({ url, headers: { 'accept-encoding': encodings } });
  return { statusCode, body, encoding: headers['content-encoding'], type: headers['content-type'] };
}

it.each([
  ['gzip, deflate, br, zstd', 'in Brotli', 'br'],
  ['gzip, deflate', 'in gzip', 'gzip'],
  ['br;q=0, gzip', 'in gzip', 'gzip'],
])(
  'OPS-490 a browser that takes %s is sent the file that the build has compressed so',
  async (takes, which, encoding) => {
    const script = { statusCode: 200, type: 'application/javascript; charset=utf-8', encoding };
    expect(await sent('/assets/a.js', takes)).toEqual({ ...script, body: `script ${which}` });
    const page = { statusCode: 200, type: 'text/html; charset=utf-8', encoding };
    expect(await sent('/run/5', takes)).toEqual({ ...page, body: `page ${which}` });
  },
);

it('OPS-490 a browser that accepts neither encoding gets the plain file, as does every browser if nothing was compressed', async () => {
  expect(await sent('/assets/a.js', 'identity')).toMatchObject({ body: 'script', encoding: undefined });
  expect(await sent('/assets/letters.woff2', 'gzip, br')).toMatchObject({
    body: 'letters',
    encoding: undefined,
  });
});

it('OPS-490 caches between server and browser learn that there are several, and keep a file for good', async () => {
  const { headers } = await app.inject({ url: '/assets/a.js', headers: { 'accept-encoding': 'br' } });
  expect(headers).toMatchObject({
    vary: 'accept-encoding',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

it('OPS-490 scripts and styles omit the headers that apply only to documents; a page has all of them', async () => {
  const script = (await app.inject({ url: '/assets/a.js' })).headers;
  expect(script).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
  });
  expect(script).not.toHaveProperty('content-security-policy');
  const page = (await app.inject({ url: '/' })).headers;
  expect(page).toMatchObject({ 'x-frame-options': 'DENY' });
  expect(String(page['content-security-policy'])).toContain("default-src 'none'");
});
