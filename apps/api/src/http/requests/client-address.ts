import type { IncomingMessage } from 'node:http';

import proxyAddr from '@fastify/proxy-addr';

/** Whether a proxy is trusted to state the client's address in X-Forwarded headers. */
export type TrustProxy = (address: string, hop: number) => boolean;

/**
 * @param proxies - addresses, ranges (`10.0.0.0/8`) or `loopback`, `linklocal`, `uniquelocal`
 * @throws TypeError that names an invalid one
 */
export function trustProxies(proxies: readonly string[]): TrustProxy {
  return proxyAddr.compile([...proxies]);
}

/** The client's address: the last one that is not a trusted proxy, equal to Fastify's `request.ip`. */
export function clientAddress(request: IncomingMessage, trustProxy: TrustProxy): string {
  const address = proxyAddr(request, trustProxy) as string | undefined; // a closed socket has none
  return address ?? 'unknown';
}
