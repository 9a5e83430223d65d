import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Passes rows on unchanged and reports their count and hash at the end. */
export class Digested extends Transform {
  readonly #hash = createHash('sha256');
  #rows = 0;

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    // COPY escapes line breaks within a value, so each line-feed byte ends a row.
    for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) this.#rows += 1;
    done(null, chunk);
  }

  digest(): { readonly rows: number; readonly sha256: string } {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

const LINE_END = 0x0a;
