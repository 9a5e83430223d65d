import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';

import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/db.ts';

/** A code or refresh token was used a second time. */
export class ReuseError extends errors.InvalidGrant {
  /** The user whose session this ended; null: it had already ended. */
  readonly endedFor: string | null;

  constructor(endedFor: string | null) {
    super('already used');
    this.endedFor = endedFor;
  }
}

type Found = readonly { readonly payload: AdapterPayload }[];

/** Stores the provider's records in the database, so that sessions survive a restart. */
export function createRecordStore({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  return class RecordStore implements Adapter {
    readonly #model: string;

    constructor(model: string) {
      this.#model = model;
    }

    async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
      const { grantId = null, uid = null } = payload;
      // Some records, such as the grant of a session, have no expiry.
      const expiresAt = Number.isFinite(expiresIn)
        ? new Date(clock.now().getTime() + expiresIn * 1000)
        : null;
      await db.$executeRaw`
        INSERT INTO standalone.oidc_record (model, id, payload, grant_id, uid, expires_at)
        VALUES (${this.#model}, ${id}, ${JSON.stringify(payload)}::jsonb, ${grantId}, ${uid}, ${expiresAt})
        ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
          uid = excluded.uid, expires_at = excluded.expires_at`;
    }

    /** Never returns the use: `consume` alone decides it. */
    async find(id: string): Promise<AdapterPayload | undefined> {
      // PostgreSQL rejects NUL characters, and no record has one in its id.
      if (id.includes('\0')) return undefined;
      const [record] = await db.$queryRaw<Found>`
        SELECT payload FROM standalone.oidc_record
        WHERE model = ${this.#model} AND id = ${id} AND (expires_at IS NULL OR expires_at > ${clock.now()})`;
      return record?.payload;
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      const [record] = await db.$queryRaw<Found>`
        SELECT payload FROM standalone.oidc_record
        WHERE model = ${this.#model} AND uid = ${uid} AND (expires_at IS NULL OR expires_at > ${clock.now()})`;
      return record?.payload;
    }

    /** Only the device flow, which is disabled, looks up user codes. */
    findByUserCode(): Promise<undefined> {
      return Promise.resolve(undefined);
    }

    /**
     * Uses up a code or refresh token. One statement decides, so of concurrent uses in any process exactly
     * one succeeds; every other one ends the session (RFC 6749 section 4.1.2, RFC 9700 section 4.14.2).
     *
     * @throws ReuseError
     */
    async consume(id: string): Promise<void> {
      const count = await db.$executeRaw`
        UPDATE standalone.oidc_record SET consumed_at = ${clock.now()}
        WHERE model = ${this.#model} AND id = ${id} AND consumed_at IS NULL`;
      if (count === 0) throw new ReuseError(await this.#endGrantOf(id));
    }

    async destroy(id: string): Promise<void> {
      await db.$executeRaw`DELETE FROM standalone.oidc_record WHERE model = ${this.#model} AND id = ${id}`;
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      await db.$executeRaw`
        DELETE FROM standalone.oidc_record WHERE model = ${this.#model} AND grant_id = ${grantId}`;
    }

    /** Without its grant, every token of a session is invalid, including one that is just being issued. */
    async #endGrantOf(id: string): Promise<string | null> {
      const [used] = await db.$queryRaw<Found>`
        SELECT payload FROM standalone.oidc_record WHERE model = ${this.#model} AND id = ${id}`;
      const grantId = used?.payload.grantId;
      if (grantId === undefined) return null;
      const count = await db.$executeRaw`
        DELETE FROM standalone.oidc_record WHERE model = 'Grant' AND id = ${grantId}`;
      await db.$executeRaw`DELETE FROM standalone.oidc_record WHERE grant_id = ${grantId}`;
      return count === 0 ? null : (used?.payload.accountId ?? null);
    }
  };
}

/** Deletes expired records. */
export async function forgetExpired({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): Promise<void> {
  await db.$executeRaw`DELETE FROM standalone.oidc_record WHERE expires_at < ${clock.now()}`;
}
