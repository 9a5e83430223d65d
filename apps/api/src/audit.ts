import type { AuditAction } from '@curvewell/contracts';

import { AppError } from './errors.ts';
import type { Prisma } from './generated/prisma/client.ts';
import type { Tx } from './db.ts';

/** The person behind a change; null where nobody is signed in. */
interface AuditActor {
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
      requestId: actor.requestId ?? null,
    },
  });
}

/** The error for a change that was made on an old revision: it names who changed the thing since, and when. */
export async function staleError(tx: Tx, entity: string, entityId: string): Promise<AppError> {
  const last = await tx.auditEvent.findFirst({ where: { entity, entityId }, orderBy: { id: 'desc' } });
  const by = last?.actorName ?? 'Someone';
  const at = last?.at.toISOString() ?? null;
  return new AppError('stale', `${by} changed this after you opened it.`, { details: { by, at } });
}
