import type { Adapter, AdapterPayload } from 'oidc-provider';

import type { Clock } from '../../clock.ts';
import type { Db } from '../../db.ts';
import type { Prisma } from '../../generated/prisma/client.ts';

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
      return this.#payload(await db.oidcRecord.findUnique({ where: this.#key(id) }));
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return this.#payload(await db.oidcRecord.findFirst({ where: { model: this.#model, uid } }));
    }

    /** Only the device flow, which is off, looks records up by a user code. */
    findByUserCode(): Promise<undefined> {
      return Promise.resolve(undefined);
    }

    async consume(id: string): Promise<void> {
      await db.oidcRecord.updateMany({
        where: { model: this.#model, id, consumedAt: null },
        data: { consumedAt: clock.now() },
      });
    }

    async destroy(id: string): Promise<void> {
      await db.oidcRecord.deleteMany({ where: { model: this.#model, id } });
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      await db.oidcRecord.deleteMany({ where: { model: this.#model, grantId } });
    }

    #key(id: string) {
      return { model_id: { model: this.#model, id } };
    }

    #payload(record: Prisma.OidcRecordGetPayload<object> | null): AdapterPayload | undefined {
      if (record === null) return undefined;
      if (record.expiresAt !== null && record.expiresAt <= clock.now()) return undefined;
      const payload = record.payload as AdapterPayload; // written by `upsert` and by nothing else
      return record.consumedAt === null
        ? payload
        : { ...payload, consumed: Math.floor(record.consumedAt.getTime() / 1000) };
    }
  };
}

/** Forgets what has expired. */
export async function deleteExpiredRecords(db: Db, clock: Clock): Promise<void> {
  await db.oidcRecord.deleteMany({ where: { expiresAt: { lt: clock.now() } } });
}
