import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import { INSTALLATION, signedHeadSchema, type ChainState, type SignedHead } from '@curvewell/contracts';

import { AppError } from '../../errors.ts';
import { chainsOf } from './verify-trail.ts';
import { verifyChain, type TrailNeeds } from './verify-chain.ts';

/**
 * Verifies all chains, and holds them against heads that were kept elsewhere: entries cut off behind the last signature,
 * with the head set back, are found by these alone.
 */
export async function verifyAgainst(
  needs: Omit<TrailNeeds, 'headFiles'>,
  heads: readonly SignedHead[],
): Promise<ChainState[]> {
  const read = (chain: ChainState['chain']) =>
    Promise.resolve(
      heads
        .filter(({ head }) => head.chain === chain)
        .map((signed) => ({ day: signed.head.at.slice(0, 10), signed })),
    );
  const known = await chainsOf(needs.db, undefined);
  const names = new Set(known.map(({ chain }) => chain ?? INSTALLATION));
  const gone = new Set(heads.map(({ head }) => head.chain).filter((chain) => !names.has(chain)));
  const all = [...known, ...[...gone].map((chain) => ({ chain, laboratory: null }))];
  const states: ChainState[] = [];
  for (const named of all) states.push(await verifyChain({ ...needs, headFiles: { read } }, named));
  return states;
}

/** The signed heads in files, and in folders of such files. @throws AppError `invalid-request` that names what is none */
export async function readHeads(places: readonly string[]): Promise<SignedHead[]> {
  const files: string[] = [];
  for (const place of places) {
    const found = await stat(place).catch(() => null);
    if (found?.isDirectory() !== true) files.push(place);
    else
      for (const name of await readdir(place, { recursive: true }))
        if (name.endsWith('.json')) files.push(path.join(place, name));
  }
  return Promise.all(files.map(readHead));
}

async function readHead(file: string): Promise<SignedHead> {
  try {
    return signedHeadSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new AppError('invalid-request', `${file} is no exported head of an audit trail.`, { cause });
  }
}
