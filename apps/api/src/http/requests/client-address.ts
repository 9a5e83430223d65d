import type { IncomingMessage } from 'node:http';

import proxyAddr from '@fastify/proxy-addr';

/** Whether a proxy may state, in X-Forwarded headers, where a request came from. */
export type TrustProxy = (address: string, hop: number) => boolean;

/**
 * @param proxies addresses, ranges (`10.0.0.0/8`) or `loopback`, `linklocal`, `uniquelocal`
 * @throws TypeError that names what is none of these
 */
export function trustProxies(proxies: readonly string[]): TrustProxy {
  return proxyAddr.compile([...proxies]);
}

/** Where a request comes from: the last address that no trusted proxy stands for. Fastify's `request.ip` is the same. */
export function clientAddress(request: IncomingMessage, trustProxy: TrustProxy): string {
  const address = proxyAddr(request, trustProxy) as string | undefined; // a socket that has closed has none
  return address ?? 'unknown';
}
