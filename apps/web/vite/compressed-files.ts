import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Plugin } from 'vite';

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Pictures and fonts are compressed already; source maps are for developers. */
const TEXT = /\.(?:css|html|js|svg)$/;
/** A shorter file needs one packet in any case, bytes. */
const LEAST = 1000;

/**
 * Writes a `.br` and a `.gz` beside each file of text. The server sends one of them, so that it compresses nothing
 * itself, and at the highest level.
 */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) => TEXT.test(fileName));
      await Promise.all(
        texts.map(async (output) => {
          const content = Buffer.from(output.type === 'chunk' ? output.code : output.source);
          if (content.length < LEAST) return;
          const file = path.join(dir, output.fileName);
          const hint = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
          await writeFile(`${file}.br`, await toBrotli(content, hint));
          await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }));
        }),
      );
    },
  };
}
