import { lookup } from 'node:dns/promises';

import ipaddr from 'ipaddr.js';

import { TransferFault } from './transfer-fault.ts';

/** Whether the installation allows file servers at an internal address. */
export type AllowsFileServer = (address: string, hop: number) => boolean;

/**
 * Resolves a host name once, so that the address that is checked is the one that is connected to.
 *
 * Addresses of this machine, of private or link-local networks and of cloud metadata services are refused
 * unless the installation allows them; otherwise users could probe the internal network.
 *
 * @throws TransferFault
 */
export async function resolveServer(host: string, allows: AllowsFileServer): Promise<string> {
  const addresses = await lookup(host, { all: true }).catch((cause: unknown) => {
    throw new TransferFault('resolve', { cause, message: `${host} has no address` });
  });
  const reachable = addresses.find(({ address }) => isOutside(address) || allows(plainAddress(address), 0));
  if (reachable !== undefined) return reachable.address;
  throw new TransferFault('resolve', {
    code: 'inward',
    message: `${host} is ${addresses[0]?.address ?? 'unknown'}, an address inside this network`,
  });
}

/** Allows public unicast addresses only; all other ranges are internal or unroutable. */
export function isOutside(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast';
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
const plainAddress = (address: string): string => ipaddr.process(address).toString();
