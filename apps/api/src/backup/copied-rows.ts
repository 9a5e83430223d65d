import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Passes rows on unchanged, and has their hash at the end. */
export class Digested extends Transform {
  readonly #hash = createHash('sha256');

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    done(null, chunk);
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }
}

export const copyOption = ({ isBinary }: { readonly isBinary: boolean }): string =>
  isBinary ? ' (FORMAT binary)' : '';
