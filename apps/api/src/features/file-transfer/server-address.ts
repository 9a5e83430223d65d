import { lookup } from 'node:dns/promises';

import ipaddr from 'ipaddr.js';

import { TransferFault } from './transfer-fault.ts';

/** Whether the installation allows file servers at an address inside the network. */
export type AllowsFileServer = (address: string, hop: number) => boolean;

/**
 * The address that a name stands for now: it is looked up once, and what is connected to is what was checked.
 *
 * An address that points inward – this machine, a private or link-local network, the metadata service of a cloud –
 * is refused unless the installation allows it: who may type a host could else knock at every door of the network.
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

/** Public addresses alone: whatever else there is points inward, or nowhere. */
export function isOutside(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast';
}

/** An IPv4 address that is written as an IPv6 one is the same address. */
const plainAddress = (address: string): string => ipaddr.process(address).toString();
