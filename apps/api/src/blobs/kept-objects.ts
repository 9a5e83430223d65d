import type { ObjectStore } from './object-store.ts';

/** Curves of some hundred plates. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Original files are read once. */
const LARGEST_BYTES = 1024 * 1024;

/** The objects of a store that were read last, in memory: their names are hashes, so they never change. */
class KeptObjects {
  readonly #objects = new Map<string, Buffer<ArrayBuffer>>();
  #bytes = 0;

  /** A copy, because threads take over what they are sent. */
  get(key: string): Buffer<ArrayBuffer> | undefined {
    const found = this.#objects.get(key);
    if (found === undefined) return undefined;
    this.#objects.delete(key);
    this.#objects.set(key, found);
    return Buffer.from(found);
  }

  set(key: string, content: Buffer<ArrayBuffer>): void {
    if (content.length > LARGEST_BYTES || this.#objects.has(key)) return;
    this.#objects.set(key, Buffer.from(content));
    this.#bytes += content.length;
    for (const [oldest, { length }] of this.#objects) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#objects.delete(oldest);
      this.#bytes -= length;
    }
  }
}

const kept = new WeakMap<ObjectStore, KeptObjects>();

export function keptObjects(store: ObjectStore): KeptObjects {
  const found = kept.get(store) ?? new KeptObjects();
  kept.set(store, found);
  return found;
}
