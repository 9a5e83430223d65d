import type { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';

import { AppError } from '../../errors.ts';

/**
 * RFC 3986, plus characters that browsers do not encode. Absolute targets (`http://…`) are for proxies, `*`
 * for whole servers.
 */
const TARGET = /^\/(?!\/)[\x21\x22\x24-\x7e]*$/;
const BAD_HOST = 'The Host header is not a host name with an optional port.';
const HOST = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The fault in a request's first line or Host header; null: none. URLs built from valid ones always parse.
 */
export function headFault({ url, headers, rawHeaders, httpVersion }: IncomingMessage): string | null {
  if (url === undefined || !isValidTarget(url))
    return 'The address is not valid: it must be one path, percent-encoded in UTF-8.';
  if (hostCount(rawHeaders) > 1) return 'More than one Host was given.';
  const { host } = headers;
  if (host === undefined) return httpVersion === '1.0' ? null : 'The Host header is missing.';
  return isValidHost(host) ? null : BAD_HOST;
}

/** Refuses malformed requests before any other hook, and calls while the server stops. */
export function refuseMalformedRequests(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onRequest', ({ raw, host, routeOptions }, _reply, done) => {
    // Behind a proxy, the host that the proxy forwards.
    const fault = headFault(raw) ?? (host === '' || isValidHost(host) ? null : BAD_HOST);
    if (fault !== null) done(new AppError('invalid-request', fault));
    else if (isClosing && routeOptions.config.call !== undefined)
      done(new AppError('unavailable', 'The server is stopping. Try again in a moment.'));
    else done();
  });
}

/** Whether the text is a host name or address, optionally with a port. */
function isValidHost(host: string): boolean {
  return HOST.test(host) && URL.canParse(`http://${host}`);
}

function isValidTarget(target: string): boolean {
  const [path = ''] = target.split('?', 1);
  return TARGET.test(target) && !path.includes('\\') && isDecodable(target);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function hostCount(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
}
