import type { ObjectStore } from '../src/blobs/object-store.ts';

/** An object store in memory, whose objects tests may change. */
export interface MemoryStore extends ObjectStore {
  readonly objects: Map<string, Buffer>;
}

export function memoryStore(): MemoryStore {
  const objects = new Map<string, Buffer>();
  return {
    objects,
    put: (key, content) => Promise.resolve(void objects.set(key, Buffer.from(content))),
    get: (key) => Promise.resolve(objects.get(key) ?? null),
    list: async function* list() {
      yield await Promise.resolve([...objects.keys()].map((key) => ({ key, storedAt: new Date() })));
    },
    remove: (keys) => {
      for (const key of keys) objects.delete(key);
      return Promise.resolve();
    },
  };
}
