import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { signedHeadSchema, type ChainState, type SignedHead } from '@curvewell/contracts';

const ENDING = '.json';

/** Where the heads of the chains are kept outside of the database: a folder each, a file a day. */
export class HeadFiles {
  readonly #folder: string;

  constructor(dataDirectory: string) {
    this.#folder = path.join(dataDirectory, 'audit-heads');
  }

  /** Keeps a head as that of its day; one that is kept already stays: what was told is not told otherwise. */
  async keep(signed: SignedHead): Promise<void> {
    const { chain, at } = signed.head;
    const folder = path.join(this.#folder, chain);
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `${at.slice(0, 10)}${ENDING}`);
    if ((await this.#names(chain)).includes(path.basename(file))) return;
    await writeFile(`${file}.part`, `${JSON.stringify(signed, null, 2)}\n`);
    await rename(`${file}.part`, file);
  }

  /** Null: it cannot be read as one. */
  async read(
    chain: ChainState['chain'],
  ): Promise<{ readonly day: string; readonly signed: SignedHead | null }[]> {
    const names = await this.#names(chain);
    return Promise.all(
      names.map(async (name) => {
        const text = await readFile(path.join(this.#folder, chain, name), 'utf8');
        return { day: name.slice(0, -ENDING.length), signed: parsed(text) };
      }),
    );
  }

  async #names(chain: string): Promise<string[]> {
    const names = await readdir(path.join(this.#folder, chain)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return [];
    });
    return names.filter((name) => name.endsWith(ENDING)).sort();
  }
}

function parsed(text: string): SignedHead | null {
  try {
    return signedHeadSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
