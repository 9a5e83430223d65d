import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import { INSTALLATION, signedHeadSchema, type ChainState, type SignedHead } from '@curvewell/domain';

import type { Db, Tx } from '../../../database/db.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Caller } from '../../../actor.ts';
import { chainsOf } from './verify-trail.ts';
import { verifyChain, type NamedChain, type TrailDependencies } from './verify-chain.ts';

/**
 * Verifies all chains and compares them with heads stored elsewhere. Only such heads reveal that entries after the
 * last signature were cut off and the head was reset.
 */
export async function verifyAgainst(
  dependencies: Omit<TrailDependencies, 'headFiles'>,
  heads: readonly SignedHead[],
): Promise<ChainState[]> {
  return verifyChains(dependencies, await allChains(dependencies.db, heads), heads);
}

/**
 * Verifies the chains of the given heads and compares them.
 *
 * @throws AppError `not-found` when one is of a laboratory that is not open to the caller
 */
export async function compareHeads(
  dependencies: TrailDependencies,
  { laboratory, permissions }: Caller,
  { heads }: { readonly heads: readonly SignedHead[] },
): Promise<ChainState[]> {
  const requested = new Set<string>(heads.map(({ head }) => head.chain));
  const isOpen = (chain: string) => permissions.has('READ_ALL_LABORATORY') || chain === laboratory?.id;
  if (![...requested].every(isOpen)) throw notFound('laboratory');
  const chains = await allChains(dependencies.db, heads);
  return verifyChains(
    dependencies,
    chains.filter(({ chain }) => requested.has(chain ?? INSTALLATION)),
    heads,
  );
}

/** Includes chains of which only a head is left. */
async function allChains(db: Db | Tx, heads: readonly SignedHead[]): Promise<NamedChain[]> {
  const known = await chainsOf(db, undefined);
  const names = new Set(known.map(({ chain }) => chain ?? INSTALLATION));
  const gone = new Set(heads.map(({ head }) => head.chain).filter((chain) => !names.has(chain)));
  return [
    ...known,
    ...[...gone].map((chain) => ({ chain: chain === INSTALLATION ? null : chain, laboratory: null })),
  ];
}

async function verifyChains(
  { db, clock, signer }: Omit<TrailDependencies, 'headFiles'>,
  chains: readonly NamedChain[],
  heads: readonly SignedHead[],
): Promise<ChainState[]> {
  const read = (chain: ChainState['chain']) =>
    Promise.resolve(
      heads
        .filter(({ head }) => head.chain === chain)
        .map((signed) => ({ day: signed.head.at.slice(0, 10), signed })),
    );
  const states: ChainState[] = [];
  for (const named of chains)
    states.push(await verifyChain({ db, clock, signer, headFiles: { read } }, named));
  return states;
}

/**
 * Reads signed heads from files and from folders of files. @throws AppError `invalid-request` that names the first
 * invalid file
 */
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
    throw new AppError('invalid-request', `${file} is not an exported audit head.`, { cause });
  }
}
