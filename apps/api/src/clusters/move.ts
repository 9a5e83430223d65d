import type { AuditAction } from '@curvewell/domain';
import { canonicalJson } from '@curvewell/domain';
import type pg from 'pg';

import type { AuditActor } from '../audit/record-audit.ts';
import { AppError } from '../errors.ts';

/** A laboratory on its way from one cluster to another. */
export interface Move {
  readonly source: pg.Client;
  readonly target: pg.Client;
  readonly actor: AuditActor;
  readonly laboratory: { readonly id: string; readonly name: string };
  /** The address of the target for browsers. */
  readonly address: string;
  /** Called before each step, with what it does. */
  readonly report: (step: string) => void | Promise<void>;
}

export type MoveState = 'closing' | 'moving' | 'arriving' | 'elsewhere' | null;

export interface Place {
  readonly id: string;
  readonly name: string;
  readonly state: MoveState;
  readonly livesAt: string | null;
}
const PLACES = 'SELECT id, name, move_state AS "state", lives_at AS "livesAt" FROM laboratory';

/** @throws AppError `not-found` */
export async function placeOfName(client: pg.Client, name: string): Promise<Place> {
  const { rows } = await client.query<Place>(`${PLACES} WHERE lower(name) = lower($1)`, [name]);
  const [place] = rows;
  if (place === undefined) throw new AppError('not-found', `There is no laboratory “${name}”.`);
  return place;
}

/** @returns null: this cluster does not know the laboratory */
export async function placeOfId(client: pg.Client, id: string): Promise<Place | null> {
  const { rows } = await client.query<Place>(`${PLACES} WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

export const impossible = (message: string) => new AppError('illegal-transition', message);

/** Runs statements in one transaction of a connection. */
export async function within<T>(client: pg.Client, work: () => Promise<T>, begin = 'BEGIN'): Promise<T> {
  await client.query(begin);
  try {
    const done = await work();
    await client.query('COMMIT');
    return done;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * For the rest of the transaction neither triggers nor foreign keys are evaluated, for this connection alone.
 *
 * @throws AppError `forbidden` with the statement that permits it
 */
export async function withoutTriggers(client: pg.Client): Promise<void> {
  try {
    await client.query('SET LOCAL session_replication_role = replica');
  } catch (cause) {
    throw new AppError(
      'forbidden',
      'Both databases must permit this role to load rows as they are. A superuser of each grants it: ' +
        'GRANT SET ON PARAMETER session_replication_role TO …',
      { cause },
    );
  }
}

interface Entry {
  readonly action: AuditAction;
  /** Null: the chain of the installation. */
  readonly chain: string | null;
  readonly laboratoryId: string;
  readonly details: object;
}

/** Writes an audit entry in the transaction of the connection. */
export async function audit(
  client: pg.Client,
  actor: AuditActor,
  { action, chain, laboratoryId, details }: Entry,
): Promise<void> {
  const entry = {
    actorId: actor.userId,
    actorName: actor.name,
    actorRole: actor.role ?? null,
    action,
    entity: 'laboratory',
    entityId: laboratoryId,
    requestId: null,
    address: null,
    details: JSON.parse(JSON.stringify(details)) as object,
  };
  await client.query('SELECT count(*) FROM audit_append($1::uuid, $2::json)', [
    chain,
    canonicalJson([entry]),
  ]);
}
