/** Where original files are kept beside the database. Each lies under the id of its run and its own hash. */
export interface ObjectStore {
  put(key: string, content: Uint8Array, sha256: string): Promise<void>;
  /** Null: it is not there. */
  get(key: string): Promise<Buffer | null>;
  /** Everything in it, a page at a time. */
  list(): AsyncIterable<readonly { readonly key: string; readonly storedAt: Date }[]>;
  remove(keys: readonly string[]): Promise<void>;
}
