import { existsSync } from 'node:fs';
import path from 'node:path';

import fastifyStatic from '@fastify/static';
import type { ApplicationConfiguration } from '@curvewell/contracts';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';

const OPEN = 'The pages, which contain no data, and the address of the sign-in.';

/** Browsers heed these of documents and workers alone; on each script and style they would cost most of a kilobyte. */
const OF_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

interface StaticFileOptions {
  readonly webDirectory: string;
  readonly configuration: ApplicationConfiguration;
  readonly publicUrl: string;
}

/** Serves the built pages and `/config.json`, which names the identity provider. */
export const staticFiles: FastifyPluginAsync<StaticFileOptions> = async (
  app,
  { webDirectory, configuration, publicUrl },
) => {
  app.get('/config.json', { config: { openBecause: OPEN } }, (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    return configuration;
  });
  // During development another server serves the pages.
  if (!existsSync(path.join(webDirectory, 'index.html'))) return;

  await app.register(fastifyStatic, {
    root: webDirectory,
    wildcard: false,
    index: false,
    serve: false,
    cacheControl: false,
    // The build writes a `.br` and a `.gz` beside each file of text.
    preCompressed: true,
  });

  // Browsers request it for pictures and files, which cannot name an icon.
  app.get('/favicon.ico', { config: { openBecause: OPEN } }, (_request, reply) =>
    reply.redirect('/logo.svg', 302),
  );

  app.get('/*', { config: { openBecause: OPEN } }, async (request, reply) => {
    const file = decodeURIComponent(pathOf(request)).slice(1);
    if (file !== '' && file !== 'index.html' && isFile(webDirectory, file)) {
      const hashed = file.startsWith('assets/');
      if (hashed) for (const name of OF_DOCUMENTS) void reply.removeHeader(name);
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      return reply.sendFile(file);
    }
    if (!wantsPage(request)) {
      reply.callNotFound();
      return reply;
    }

    // Sign-in works at one address only, so other names of this machine redirect there.
    if (isOtherName(request.host, new URL(publicUrl)))
      return reply.redirect(new URL(request.url, publicUrl).href, 302);
    // All other addresses are routes of the web application.
    return reply.header('cache-control', 'no-store').sendFile('index.html');
  });
};

function isFile(directory: string, file: string): boolean {
  const full = path.resolve(directory, file);
  return full.startsWith(directory + path.sep) && path.extname(full) !== '' && existsSync(full);
}

/** Addresses that probes request; a page with status 200 would look like a valid answer. */
const NEVER_A_PAGE = /^\/(?:api|metrics|health|debug)(?:\/|$)/;

/** A route of the web application, requested as a page. A missing file stays 404. */
function wantsPage(request: FastifyRequest): boolean {
  const pathname = pathOf(request);
  if (NEVER_A_PAGE.test(pathname) || path.extname(pathname) !== '') return false;
  return /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');
}

/** Not decoded. */
const pathOf = ({ url }: FastifyRequest) => new URL(url, 'http://any').pathname;

/** @param host - empty when an HTTP/1.0 client sends none */
function isOtherName(host: string, home: URL): boolean {
  if (host === '') return false;
  const requested = new URL(`${home.protocol}//${host}`);
  return (
    isLoopback(requested) &&
    isLoopback(home) &&
    requested.port === home.port &&
    requested.hostname !== home.hostname
  );
}

const isLoopback = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
