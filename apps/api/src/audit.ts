import type { AuditAction } from '@curvewell/contracts';

import { onceCommitted } from './database/committed.ts';
import { AppError } from './errors.ts';
import type { Prisma } from './generated/prisma/client.ts';
import type { Tx } from './db.ts';
import { tellChange } from './telemetry/happenings.ts';
import { originNow } from './telemetry/origin.ts';

/** The person behind a change; null where nobody is signed in. */
export interface AuditActor {
  readonly userId: string | null;
  readonly name: string;
  readonly laboratory: { readonly id: string } | null;
  readonly requestId?: string;
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

/** Somebody was refused what he asked for; see http/refused-access.ts. */
export const ACCESS_REFUSED: AuditAction = 'access.refused';

/** Writes one row of the audit trail, in the transaction of the change that it tells of. */
export async function recordAudit(tx: Tx, actor: AuditActor, entry: AuditEntry): Promise<void> {
  await tx.auditEvent.create({
    data: {
      laboratoryId: actor.laboratory?.id ?? null,
      actorId: actor.userId,
      actorName: actor.name,
      action: entry.action,
      entity: entry.entity,
      entityId: entry.entityId,
      details: entry.details ?? {},
      requestId: actor.requestId ?? originNow()?.requestId ?? null,
    },
  });
  onceCommitted(tx, () => {
    tellChange(entry.action);
  });
}

/** What is noted of a person but changes nothing of them: nobody's change is old because of it. */
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

/** The error for a change that was made on an old revision: it names who changed the thing since, and when. */
export const staleError = (tx: Tx, entity: string, entityId: string): Promise<AppError> =>
  staleErrorOf(tx, { entity, entityId });

/** The same for a thing whose changes are told by these entries. */
export async function staleErrorOf(tx: Tx, changes: Prisma.AuditEventWhereInput): Promise<AppError> {
  const last = await tx.auditEvent.findFirst({
    where: { ...changes, action: { notIn: [...NO_CHANGES] } },
    orderBy: { id: 'desc' },
  });
  const by = last?.actorName ?? 'Someone';
  const at = last?.at.toISOString() ?? null;
  return new AppError('stale', `${by} changed this after you opened it.`, { details: { by, at } });
}
