import type { ObjectStore } from '../src/blobs/object-store.ts';

/** An object store in memory, whose objects and responses tests may change. */
export interface MemoryStore extends ObjectStore {
  readonly objects: Map<string, Buffer>;
  /** Responses that replace its own. */
  readonly instead: { put?: (() => Promise<void>) | null; get?: (() => Promise<Buffer>) | null };
}

/** @param objects - those of another store, of which this one is a second client */
export function memoryStore(objects: Map<string, Buffer> = new Map()): MemoryStore {
  const instead: MemoryStore['instead'] = {};
  return {
    objects,
    instead,
    put: async (key, content) => {
      await instead.put?.();
      objects.set(key, Buffer.from(content));
    },
    get: (key) => instead.get?.() ?? Promise.resolve(objects.get(key) ?? null),
    list: async function* list() {
      yield await Promise.resolve([...objects.keys()].map((key) => ({ key, storedAt: new Date() })));
    },
    remove: (keys) => {
      for (const key of keys) objects.delete(key);
      return Promise.resolve();
    },
  };
}
