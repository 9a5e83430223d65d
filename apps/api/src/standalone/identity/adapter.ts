import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';

import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/db.ts';
import type { Prisma } from '../../generated/prisma/client.ts';

/** A code or refresh token that had been used already. */
export class ReuseError extends errors.InvalidGrant {
  /** Whose session this use has ended; null when it was over before. */
  readonly endedFor: string | null;

  constructor(endedFor: string | null) {
    super('already used');
    this.endedFor = endedFor;
  }
}

/** Keeps what the provider must remember in the database: sign-ins outlive a restart. */
export function createRecordStore({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  return class RecordStore implements Adapter {
    readonly #model: string;

    constructor(model: string) {
      this.#model = model;
    }

    async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
      const record = {
        payload: payload as Prisma.InputJsonObject,
        grantId: payload.grantId ?? null,
        uid: payload.uid ?? null,
        // Some records (the grant of a session, say) come without a life of their own.
        expiresAt: Number.isFinite(expiresIn) ? new Date(clock.now().getTime() + expiresIn * 1000) : null,
      };
      await db.oidcRecord.upsert({
        where: this.#key(id),
        create: { model: this.#model, id, ...record },
        update: record,
      });
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      // PostgreSQL takes no NUL, and no record has one in its id.
      if (id.includes('\0')) return undefined;
      return this.#payload(await db.oidcRecord.findUnique({ where: this.#key(id) }));
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return this.#payload(await db.oidcRecord.findFirst({ where: { model: this.#model, uid } }));
    }

    /** Only the device flow, which is off, looks records up by a user code. */
    findByUserCode(): Promise<undefined> {
      return Promise.resolve(undefined);
    }

    /**
     * Uses a code or refresh token up. One statement judges, so of many uses at once, in whichever
     * process, one is the first; every other one ends the session (RFC 6749 section 4.1.2, RFC 9700 section 4.14.2).
     *
     * @throws ReuseError
     */
    async consume(id: string): Promise<void> {
      const { count } = await db.oidcRecord.updateMany({
        where: { model: this.#model, id, consumedAt: null },
        data: { consumedAt: clock.now() },
      });
      if (count === 0) throw new ReuseError(await this.#endGrantOf(id));
    }

    async destroy(id: string): Promise<void> {
      await db.oidcRecord.deleteMany({ where: { model: this.#model, id } });
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      await db.oidcRecord.deleteMany({ where: { model: this.#model, grantId } });
    }

    /**
     * Without its grant no token of a session is worth anything, not even one that the first use is
     * about to be given.
     */
    async #endGrantOf(id: string): Promise<string | null> {
      const used = await db.oidcRecord.findUnique({ where: this.#key(id) });
      const grantId = used?.grantId ?? null;
      if (used === null || grantId === null) return null;
      const { count } = await db.oidcRecord.deleteMany({ where: { model: 'Grant', id: grantId } });
      await db.oidcRecord.deleteMany({ where: { grantId } });
      return count === 0 ? null : (payloadOf(used).accountId ?? null);
    }

    #key(id: string) {
      return { model_id: { model: this.#model, id } };
    }

    /** Whether it has been used is not told: `consume` alone judges that. */
    #payload(record: Prisma.OidcRecordGetPayload<object> | null): AdapterPayload | undefined {
      if (record === null) return undefined;
      if (record.expiresAt !== null && record.expiresAt <= clock.now()) return undefined;
      return payloadOf(record);
    }
  };
}

/** Written by `upsert` and by nothing else. */
const payloadOf = ({ payload }: Prisma.OidcRecordGetPayload<object>) => payload as AdapterPayload;
