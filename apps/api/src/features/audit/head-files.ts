import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { signedHeadSchema, type ChainState, type SignedHead } from '@curvewell/contracts';

const ENDING = '.json';

export interface KeptHead {
  readonly day: string;
  /** null: it cannot be read as one. */
  readonly signed: SignedHead | null;
}

/** Where the heads of the chains are kept outside of the database: a folder each, a file a day. */
export class HeadFiles {
  readonly #folder: string;

  constructor(dataDirectory: string) {
    this.#folder = path.join(dataDirectory, 'audit-heads');
  }

  /**
   * Keeps a head as that of its day; one that is kept already stays: what was told is not told otherwise.
   *
   * @returns that of the day
   */
  async keep(signed: SignedHead): Promise<SignedHead> {
    const { chain, at } = signed.head;
    const day = at.slice(0, 10);
    const folder = path.join(this.#folder, chain);
    const file = path.join(folder, `${day}${ENDING}`);
    const kept = await readFile(file, 'utf8').catch(ifMissing(null));
    if (kept !== null) return parsed(kept) ?? signed;
    await mkdir(folder, { recursive: true });
    await writeFile(`${file}.part`, headText(signed));
    await rename(`${file}.part`, file);
    return signed;
  }

  async read(chain: ChainState['chain']): Promise<KeptHead[]> {
    const heads: KeptHead[] = [];
    // One after another: of a year there are hundreds, and so many files may not be open at once.
    for (const name of await this.#names(chain)) {
      const text = await readFile(path.join(this.#folder, chain, name), 'utf8');
      heads.push({ day: name.slice(0, -ENDING.length), signed: parsed(text) });
    }
    return heads;
  }

  async #names(chain: string): Promise<string[]> {
    const names = await readdir(path.join(this.#folder, chain)).catch(ifMissing<string[]>([]));
    return names.filter((name) => name.endsWith(ENDING)).sort();
  }
}

/** What is taken for a file or folder that is not there. */
const ifMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return instead;
  };

/** A signed head as a file. */
export const headText = (signed: SignedHead): string => `${JSON.stringify(signed, null, 2)}\n`;

function parsed(text: string): SignedHead | null {
  try {
    return signedHeadSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
