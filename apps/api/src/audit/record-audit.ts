import type { AuditAction, AuditEntry as HashedEntry, ChainLink } from '@curvewell/domain';

import { appendToChain, type Chain, type NewEntry } from './audit-chain.ts';
import { afterCommit } from '../database/committed.ts';
import { isOpened } from '../database/opened.ts';
import { beforeCommit, transaction, type Db, type Tx } from '../database/db.ts';
import { AppError } from '../errors.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { publishChange } from '../telemetry/trace-channels.ts';
import { originNow } from '../telemetry/origin.ts';

/** The person behind a change; null where nobody is signed in. */
export interface AuditActor {
  readonly userId: string | null;
  readonly name: string;
  readonly laboratory: { readonly id: string } | null;
  /** What they are: “Physician”. */
  readonly role?: string;
  readonly requestId?: string;
  /** From where they ask. */
  readonly address?: string;
}

interface AuditEntry {
  readonly action: AuditAction;
  readonly entity: string;
  readonly entityId: string | null;
  /** Former and new values, reasons. Never a secret. */
  readonly details?: Prisma.InputJsonObject;
}

/** Who changes something of a laboratory that need not be their own: the entry is that laboratory's. */
export const actingIn = (actor: AuditActor, laboratoryId: string | null): AuditActor => ({
  ...actor,
  laboratory: laboratoryId === null ? null : { id: laboratoryId },
});

/** The former and the new values of what differs, for an entry. */
export function differences<T extends Prisma.InputJsonObject>(
  from: T,
  to: T,
): { readonly from: Prisma.InputJsonObject; readonly to: Prisma.InputJsonObject } {
  const differing = Object.keys(to).filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]));
  const only = (values: T) => Object.fromEntries(differing.map((key) => [key, values[key]]));
  return { from: only(from), to: only(to) };
}

/** Somebody was refused what he asked for; see http/access/refused-access.ts. */
export const ACCESS_REFUSED: AuditAction = 'access.refused';

interface Waiting {
  readonly chain: Chain;
  readonly entry: NewEntry;
  readonly whenPlaced: WhenPlaced | undefined;
}
const waiting = new WeakMap<Tx, Waiting[]>();

/** Done once the entry has its place in the chain, for what has to name it: little, since the chain is locked. */
type WhenPlaced = (link: ChainLink) => Promise<void>;

/**
 * Writes an entry of the audit trail, in the transaction of the change that it records, at its end: the chain of the
 * laboratory is locked no longer than the commit takes.
 */
export function recordAudit(
  db: Db | Tx,
  actor: AuditActor,
  entry: AuditEntry,
  whenPlaced?: WhenPlaced,
): Promise<void> {
  if (isOpened(db)) return transaction({ db }, (tx) => recordAudit(tx, actor, entry, whenPlaced));
  const entries = waiting.get(db) ?? [];
  entries.push({ ...newEntry(actor, entry), whenPlaced });
  if (!waiting.has(db)) {
    waiting.set(db, entries);
    beforeCommit(db, () => writeWaiting(db, entries));
  }
  return Promise.resolve();
}

function newEntry(
  { userId, name, role, laboratory, requestId, address }: AuditActor,
  { action, entity, entityId, details = {} }: AuditEntry,
): Pick<Waiting, 'chain' | 'entry'> {
  return {
    chain: laboratory?.id ?? null,
    entry: {
      actor: { id: userId, name, role: role ?? null },
      action,
      entity,
      entityId,
      requestId: requestId ?? originNow()?.requestId ?? null,
      address: address ?? null,
      // As it will be read again: without what is undefined, days and instants as text.
      details: JSON.parse(JSON.stringify(details)) as HashedEntry['details'],
    },
  };
}

/** Chain by chain in one order, so that no two wait for each other. */
async function writeWaiting(tx: Tx, entries: readonly Waiting[]): Promise<void> {
  const chains = [...Map.groupBy(entries, ({ chain }) => chain)];
  for (const [chain, of] of chains.sort(([a], [b]) => (a ?? '').localeCompare(b ?? ''))) {
    const links = await appendToChain(
      tx,
      chain,
      of.map(({ entry }) => entry),
    );
    for (const [index, link] of links.entries()) await of[index]?.whenPlaced?.(link);
    afterCommit(tx, () => {
      for (const link of links) publishChange(link);
    });
  }
}

/** What is noted of a person but changes nothing of them: no one's change is old because of it. */
const NO_CHANGES: readonly AuditAction[] = [
  'user.account-unknown',
  'user.first-seen',
  'user.password-chosen',
  'user.password-offered',
  'user.sign-in-failed',
  'user.sign-in-limited',
  'user.signed-in',
  'user.signed-out',
  'user.token-reused',
];

/** The error for a change that was made on an old revision: it names who changed the object since, and when. */
export const staleError = (tx: Tx, entity: string, entityId: string): Promise<AppError> =>
  staleErrorOf(tx, { entity, entityId });

/** The same for an object whose changes these entries record. */
export async function staleErrorOf(tx: Tx, changes: Prisma.AuditEventWhereInput): Promise<AppError> {
  const last = await tx.auditEvent.findFirst({
    where: { ...changes, action: { notIn: [...NO_CHANGES] } },
    orderBy: { id: 'desc' },
  });
  const by = last?.actorName ?? 'Someone';
  const at = last?.at.toISOString() ?? null;
  return new AppError('stale', `${by} changed this after you opened it.`, { details: { by, at } });
}
