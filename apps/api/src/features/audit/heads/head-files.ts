import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { chainNameSchema, signedHeadSchema, type ChainState, type SignedHead } from '@curvewell/domain';

import type { HeadPlace } from './rolled-back.ts';

const ENDING = '.json';
/** The file of a head's time stamp. */
const STAMP_ENDING = '.tst';

export interface KeptHead {
  readonly day: string;
  /** Null: unreadable. */
  readonly signed: SignedHead | null;
}

/** Stores heads in a folder, with a subfolder for each chain and a file for each head. */
export class HeadFiles implements HeadPlace {
  readonly #folder: string;

  /** @param folder - created with the first head */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** File names ascend with time, which finds the newest. */
  async keep(signed: SignedHead): Promise<void> {
    await this.#write(signed, ENDING, headText(signed));
  }

  async keepStamp(signed: SignedHead, token: Uint8Array): Promise<void> {
    await this.#write(signed, STAMP_ENDING, token);
  }

  /** The time stamp of a head; null: none. */
  async readStamp({ head: { chain, at, number } }: SignedHead): Promise<Uint8Array | null> {
    const name = `${at.replaceAll(':', '')}_${number}${STAMP_ENDING}`;
    return readFile(path.join(this.#folder, chain, name)).catch(ifMissing<Uint8Array | null>(null));
  }

  async #write({ head }: SignedHead, ending: string, content: string | Uint8Array): Promise<void> {
    const { chain, at, number } = head;
    const file = path.join(this.#folder, chain, `${at.replaceAll(':', '')}_${number}${ending}`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(`${file}.part`, content);
    await rename(`${file}.part`, file);
  }

  async chains(): Promise<ChainState['chain'][]> {
    const names = await readdir(this.#folder).catch(ifMissing<string[]>([]));
    return names.filter((name) => chainNameSchema.safeParse(name).success);
  }

  async newest(chain: ChainState['chain']): Promise<SignedHead | null> {
    const name = (await this.#names(chain)).at(-1);
    return name === undefined ? null : this.#read(chain, name);
  }

  /** The last head of each day, which proves all entries before it. */
  async read(chain: ChainState['chain']): Promise<KeptHead[]> {
    const lastOfDay = new Map((await this.#names(chain)).map((name) => [name.slice(0, 10), name]));
    const heads: KeptHead[] = [];
    // Read one by one: a year has hundreds, too many to open at once.
    for (const [day, name] of lastOfDay) heads.push({ day, signed: await this.#read(chain, name) });
    return heads;
  }

  async #read(chain: string, name: string): Promise<SignedHead | null> {
    return parsed(await readFile(path.join(this.#folder, chain, name), 'utf8'));
  }

  async #names(chain: string): Promise<string[]> {
    const names = await readdir(path.join(this.#folder, chain)).catch(ifMissing<string[]>([]));
    return names.filter((name) => name.endsWith(ENDING)).sort();
  }
}

/** Returns a fallback when a file or folder does not exist. */
const ifMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return instead;
  };

export const headText = (signed: SignedHead): string => `${JSON.stringify(signed, null, 2)}\n`;

/** @returns null: not a signed head */
export function parsed(text: string): SignedHead | null {
  try {
    return signedHeadSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
