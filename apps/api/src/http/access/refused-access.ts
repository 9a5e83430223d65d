import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ACCESS_REFUSED, recordAudit } from '../../audit/record-audit.ts';
import type { Db } from '../../database/db.ts';
import type { Actor } from '../../features/identity/index.ts';

const WINDOW_MS = 60_000;
/**
 * Refusals of one user that are recorded one by one in a window; further ones are counted in a last entry.
 */
const ROWS = 10;
const IDS = 20;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

interface Refusal {
  readonly actor: Actor;
  readonly requestId: string;
  readonly call: string;
  readonly status: number;
  readonly ids: readonly string[];
  readonly address: string;
}

/**
 * Audits refused access: a missing permission, or an object of another laboratory, which is answered as not
 * found. Runs after the response, so that neither the response nor its timing reveals which it was. A request
 * without a valid token names no user and is not recorded.
 */
export function auditRefusedAccess(app: FastifyInstance): void {
  const trail = createRefusalTrail(app.db);
  app.addHook('onResponse', async (request, { statusCode }) => {
    const refusal = statusCode === 403 || statusCode === 404 ? refusalOf(request, statusCode) : null;
    if (refusal === null) return;
    try {
      const ids = statusCode === 403 ? refusal.ids : await foreignIds(app.db, refusal);
      if (statusCode === 403 || ids.length > 0) await trail.add({ ...refusal, ids });
    } catch (error) {
      request.log.error({ err: error }, 'a refused access could not be written to the audit trail');
    }
  });
  app.addHook('onClose', () => trail.close());
}

function refusalOf(request: FastifyRequest, status: number): Refusal | null {
  const { asker: actor, id: requestId, ip: address } = request;
  const { call } = request.routeOptions.config;
  if (actor === null || call === undefined) return null;
  const ids = idsIn([request.params, request.query, request.body]);
  return { actor, requestId, call: `${call.method} ${call.path}`, status, ids, address };
}

/** The first ids in a request, at any depth. */
function idsIn(request: unknown): string[] {
  const found = new Set<string>();
  const open = [request];
  while (open.length > 0 && found.size < IDS) {
    const value = open.pop();
    if (typeof value === 'string' && UUID.test(value)) found.add(value.toLowerCase());
    else if (typeof value === 'object' && value !== null)
      open.push(...(Object.values(value) as unknown[]).slice(0, 1_000));
  }
  return [...found];
}

/** The ids that belong to a laboratory other than the caller's. */
async function foreignIds(db: Db, { ids, actor }: Refusal): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM (
      SELECT id, laboratory_id FROM run WHERE id = ANY (${ids}::uuid[])
      UNION ALL SELECT id, laboratory_id FROM earlier_well WHERE id = ANY (${ids}::uuid[])
      -- A packed well has the id of its analysis but for the last two bytes.
      UNION ALL SELECT w.id, a.laboratory_id FROM unnest(${ids}::uuid[]) AS w(id) JOIN channel_analysis a
        ON a.id BETWEEN (left(w.id::text, 32) || '0000')::uuid AND (left(w.id::text, 32) || 'ffff')::uuid
      UNION ALL SELECT id, laboratory_id FROM comment WHERE id = ANY (${ids}::uuid[])
      UNION ALL SELECT id, laboratory_id FROM template WHERE id = ANY (${ids}::uuid[])
      UNION ALL SELECT id, laboratory_id FROM kit WHERE id = ANY (${ids}::uuid[])
      UNION ALL SELECT v.id, k.laboratory_id FROM kit_version v JOIN kit k ON k.id = v.kit_id
        WHERE v.id = ANY (${ids}::uuid[])
      UNION ALL SELECT o.id, k.laboratory_id FROM lot o JOIN kit_version v ON v.id = o.kit_version_id
        JOIN kit k ON k.id = v.kit_id WHERE o.id = ANY (${ids}::uuid[])
      UNION ALL SELECT id, laboratory_id FROM control_reading WHERE id = ANY (${ids}::uuid[])
      UNION ALL SELECT id, laboratory_id FROM repeat_entry WHERE id = ANY (${ids}::uuid[])
      UNION ALL SELECT id, laboratory_id FROM kept_dye WHERE id = ANY (${ids}::uuid[])
      UNION ALL SELECT id, laboratory_id FROM file_transfer_connection WHERE id = ANY (${ids}::uuid[])
      UNION ALL SELECT id, laboratory_id FROM app_user WHERE id = ANY (${ids}::uuid[])
      UNION ALL SELECT id, id FROM laboratory WHERE id = ANY (${ids}::uuid[])
    ) AS named
    WHERE laboratory_id IS NOT NULL AND laboratory_id IS DISTINCT FROM ${actor.laboratory?.id ?? null}::uuid`;
  return rows.map(({ id }) => id);
}

interface Window {
  rows: number;
  leftOut: number;
  readonly first: Refusal;
  readonly calls: Set<string>;
  readonly timer: NodeJS.Timeout;
}

/** Each process counts separately. */
function createRefusalTrail(db: Db) {
  const windows = new Map<string, Window>();

  async function end(userId: string): Promise<void> {
    const window = windows.get(userId);
    if (window === undefined) return;
    clearTimeout(window.timer);
    windows.delete(userId);
    const { first, leftOut, calls } = window;
    if (leftOut === 0) return;
    await write(db, first, null, { leftOut, calls: [...calls] });
  }

  function open(first: Refusal): Window {
    const { userId } = first.actor;
    // If this write fails, the count is lost; the first entries exist.
    const timer = setTimeout(() => void end(userId).catch(() => undefined), WINDOW_MS).unref();
    const window: Window = { rows: 0, leftOut: 0, first, calls: new Set(), timer };
    windows.set(userId, window);
    return window;
  }

  return {
    async add(refusal: Refusal): Promise<void> {
      const window = windows.get(refusal.actor.userId) ?? open(refusal);
      if (window.rows >= ROWS) {
        window.leftOut++;
        if (window.calls.size < IDS) window.calls.add(refusal.call);
        return;
      }
      window.rows++;
      const { call, status, ids } = refusal;
      await write(db, refusal, ids[0] ?? null, { call, status, ids: [...ids] });
    },
    async close(): Promise<void> {
      for (const userId of [...windows.keys()]) await end(userId);
    },
  };
}

function write(
  db: Db,
  { actor, requestId, address }: Refusal,
  entityId: string | null,
  details: Parameters<typeof recordAudit>[2]['details'] & object,
): Promise<void> {
  // A laboratory that lives in another cluster takes no entries here.
  const laboratory = actor.laboratory?.place?.state === 'elsewhere' ? null : actor.laboratory;
  return recordAudit(
    db,
    { ...actor, laboratory, requestId, address },
    { action: ACCESS_REFUSED, entity: 'access', entityId, details },
  );
}
