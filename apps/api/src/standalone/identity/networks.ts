import ipaddr from 'ipaddr.js';

import type { Clock } from '../../clock.ts';
import type { Db, Tx } from '../../database/db.ts';

const DAY_MS = 24 * 3600 * 1000;
/** A network from which nobody has signed in for this long is unknown again. */
const KNOWN_DAYS = 90;
/** One IPv6 customer has at least 2⁶⁴ addresses (RFC 6177). */
const IPV6_PREFIX = 64;

/** What one household or laboratory shares: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX}`).toString();
}

/**
 * Whether somebody, no matter who, has signed in from there lately. Asked by network alone, so that
 * the answer tells nothing about any login.
 */
export async function isKnownNetwork(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  network: string,
): Promise<boolean> {
  return (await db.knownNetwork.count({ where: { network, lastSignInAt: { gt: knownSince(clock) } } })) > 0;
}

export async function forgetNetworks({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): Promise<void> {
  await db.knownNetwork.deleteMany({ where: { lastSignInAt: { lte: knownSince(clock) } } });
}

const knownSince = (clock: Clock): Date => new Date(clock.now().getTime() - KNOWN_DAYS * DAY_MS);

export async function noteKnownNetwork(tx: Tx, network: string, lastSignInAt: Date): Promise<void> {
  await tx.knownNetwork.upsert({
    where: { network },
    create: { network, lastSignInAt },
    update: { lastSignInAt },
  });
}
