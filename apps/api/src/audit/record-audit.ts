import type { AuditAction, AuditEntry as HashedEntry, ChainLink } from '@curvewell/domain';

import { appendToChain, type Chain, type NewEntry } from './audit-chain.ts';
import { afterCommit } from '../database/committed.ts';
import { isOpened } from '../database/opened.ts';
import { beforeCommit, transaction, type Db, type Tx } from '../database/db.ts';
import { AppError } from '../errors.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { publishChange } from '../telemetry/trace-channels.ts';
import { originNow } from '../telemetry/origin.ts';

/** The user who makes a change; null when nobody is signed in. */
export interface AuditActor {
  readonly userId: string | null;
  readonly name: string;
  readonly laboratory: { readonly id: string } | null;
  /** The name of the role, such as “Physician”. */
  readonly role?: string;
  readonly requestId?: string;
  /** The network address. */
  readonly address?: string;
}

interface AuditEntry {
  readonly action: AuditAction;
  readonly entity: string;
  readonly entityId: string | null;
  /** Previous and new values, and reasons. Never contains secrets. */
  readonly details?: Prisma.InputJsonObject;
}

/** An actor for a change in a laboratory that may differ from their own; the entry goes to that laboratory's chain. */
export const actingIn = (actor: AuditActor, laboratoryId: string | null): AuditActor => ({
  ...actor,
  laboratory: laboratoryId === null ? null : { id: laboratoryId },
});

/** The previous and new values of the fields that differ. */
export function differences<T extends Prisma.InputJsonObject>(
  from: T,
  to: T,
): { readonly from: Prisma.InputJsonObject; readonly to: Prisma.InputJsonObject } {
  const differing = Object.keys(to).filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]));
  const only = (values: T) => Object.fromEntries(differing.map((key) => [key, values[key]]));
  return { from: only(from), to: only(to) };
}

/** A user was denied access; see http/access/refused-access.ts. */
export const ACCESS_REFUSED: AuditAction = 'access.refused';

interface Waiting {
  readonly chain: Chain;
  readonly entry: NewEntry;
  readonly whenPlaced: WhenPlaced | undefined;
}
const waiting = new WeakMap<Tx, Waiting[]>();

/** Runs once the entry has its number. The chain is locked meanwhile, so keep it short. */
type WhenPlaced = (link: ChainLink) => Promise<void>;

/**
 * Records an audit entry in the transaction of the change. The entry is written just before the commit, so that
 * the laboratory's chain is locked only briefly.
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
      // Matches what a reader gets: no undefined values, dates and instants as text.
      details: JSON.parse(JSON.stringify(details)) as HashedEntry['details'],
    },
  };
}

/** Writes chains in a fixed order to prevent deadlocks. */
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

/** Actions about a user that do not change the account, so they make no revision stale. */
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

/** Instead of the name, where laboratories share an object. */
export const FROM_ANOTHER_LABORATORY = 'Someone from another laboratory';

/** The laboratory for which somebody makes a change; null: for none. */
interface Reader {
  readonly laboratory: { readonly id: string } | null;
}

/**
 * The error for a change based on an old revision; it names who changed the object and when.
 *
 * @param reader - who sees the error. Laboratories share some objects, and it names nobody of another laboratory.
 */
export const staleError = (tx: Tx, reader: Reader, entity: string, entityId: string): Promise<AppError> =>
  staleErrorOf(tx, reader, { entity, entityId });

/** The same for an object whose changes are the given entries. */
export async function staleErrorOf(
  tx: Tx,
  { laboratory }: Reader,
  changes: Prisma.AuditEventWhereInput,
): Promise<AppError> {
  const last = await tx.auditEvent.findFirst({
    where: { ...changes, action: { notIn: [...NO_CHANGES] } },
    orderBy: { id: 'desc' },
  });
  const chain = last?.laboratoryId ?? null;
  const isElsewhere = chain !== null && chain !== laboratory?.id;
  const by = isElsewhere ? FROM_ANOTHER_LABORATORY : (last?.actorName ?? 'Someone');
  const at = last?.at.toISOString() ?? null;
  return new AppError('stale', `${by} changed this after you opened it.`, { details: { by, at } });
}
