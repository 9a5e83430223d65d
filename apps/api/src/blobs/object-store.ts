/** Stores blobs outside the database. The key is `blob/`, the run's id and the hash: see `keyOf`. */
export interface ObjectStore {
  put(key: string, content: Uint8Array, sha256: string): Promise<void>;
  /** Null: it does not exist. */
  get(key: string): Promise<Buffer | null>;
  /** All objects, page by page. */
  list(): AsyncIterable<readonly { readonly key: string; readonly storedAt: Date }[]>;
  remove(keys: readonly string[]): Promise<void>;
}
