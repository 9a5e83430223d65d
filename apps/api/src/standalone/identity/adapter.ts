import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';

import type { Dependencies } from '../../dependencies.ts';
import { Prisma } from '../../generated/prisma/client.ts';

const SWEEP_INTERVAL_MS = 60_000;

/** A code or refresh token was used a second time. */
export class ReuseError extends errors.InvalidGrant {
  /** The user whose session this ended; undefined: it had already ended. */
  readonly endedFor: string | undefined;

  constructor(endedFor: string | undefined) {
    super('already used');
    this.endedFor = endedFor;
  }
}

/** Stores the provider's records in the database, so that sessions survive a restart. */
export function createRecordStore({ db, clock }: Dependencies) {
  let sweptAt = 0;
  /** Deletes expired records, at most once a minute, since anybody may start sign-ins. */
  async function sweep(now: Date): Promise<void> {
    if (now.getTime() - sweptAt < SWEEP_INTERVAL_MS) return;
    sweptAt = now.getTime();
    // Records of former versions may have no expiry; they are not read any more.
    await db.$executeRaw`
      DELETE FROM standalone.oidc_record WHERE expires_at IS NULL OR expires_at < ${now}`;
  }

  return (model: string): Adapter => {
    /** Never returns the use: `consume` alone decides it. */
    async function read(where: Prisma.Sql): Promise<AdapterPayload | undefined> {
      const [record] = await db.$queryRaw<{ payload: AdapterPayload }[]>`
        SELECT payload FROM standalone.oidc_record
        WHERE model = ${model} AND ${where} AND expires_at > ${clock.now()}`;
      return record?.payload;
    }

    return {
      async upsert(id, payload, expiresIn = 0) {
        const { grantId = null, uid = null } = payload;
        const now = clock.now();
        const expiresAt = new Date(now.getTime() + expiresIn * 1000);
        await db.$executeRaw`
          INSERT INTO standalone.oidc_record (model, id, payload, grant_id, uid, expires_at)
          VALUES (${model}, ${id}, ${JSON.stringify(payload)}::jsonb, ${grantId}, ${uid}, ${expiresAt})
          ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
            uid = excluded.uid, expires_at = excluded.expires_at`;
        if (model === 'Interaction') await sweep(now);
      },
      // PostgreSQL rejects NUL characters, and no record has one in its id.
      find: async (id) => (id.includes('\0') ? undefined : read(Prisma.sql`id = ${id}`)),
      findByUid: (uid) => read(Prisma.sql`uid = ${uid}`),
      /** Only the device flow, which is disabled, looks up user codes. */
      findByUserCode: () => Promise.resolve(undefined),
      /**
       * Uses up a code or refresh token. One statement decides, so of concurrent uses in any process exactly
       * one succeeds; every other one ends the session (RFC 6749 section 4.1.2, RFC 9700 section 4.14.2).
       * Without its grant, every token of a session is invalid, including one that is just being issued.
       *
       * @throws ReuseError
       */
      async consume(id) {
        const count = await db.$executeRaw`
          UPDATE standalone.oidc_record SET consumed_at = ${clock.now()}
          WHERE model = ${model} AND id = ${id} AND consumed_at IS NULL`;
        if (count > 0) return;
        const ended = await db.$queryRaw<{ model: string; userId: string }[]>`
          WITH used AS (SELECT payload FROM standalone.oidc_record WHERE model = ${model} AND id = ${id})
          DELETE FROM standalone.oidc_record AS record USING used
          WHERE record.grant_id = used.payload ->> 'grantId'
            OR (record.model = 'Grant' AND record.id = used.payload ->> 'grantId')
          RETURNING record.model, used.payload ->> 'accountId' AS "userId"`;
        throw new ReuseError(ended.find((record) => record.model === 'Grant')?.userId);
      },
      async destroy(id) {
        await db.$executeRaw`DELETE FROM standalone.oidc_record WHERE model = ${model} AND id = ${id}`;
      },
      async revokeByGrantId(grantId) {
        await db.$executeRaw`
          DELETE FROM standalone.oidc_record WHERE model = ${model} AND grant_id = ${grantId}`;
      },
    };
  };
}
