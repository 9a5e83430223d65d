import { itemAt } from '../../src/at.ts';
import type { Chosen, Peer } from '../peers/peer.ts';
import { tuned } from '../peers/tune.ts';
import { kitPlates } from './kits.ts';
import { resultOf } from './methods.ts';
import { mixedPlates } from './plates.ts';
import { callFigures, callScores, peakFigures, peakScore } from './score.ts';
import { tuningSeeds } from './seeds.ts';
import { truthOf } from './truth.ts';

/** Every n-th well suffices for choosing settings; for a slow peer, fewer. */
const EVERY = 3;
const everyOf = ({ every }: Peer): number => EVERY * Math.ceil(every / 2);

/** Peers with the settings that give the most exact peak sets on mixed plates of tuning seeds. */
export function tunedPeers(peers: readonly Peer[], seeds: readonly number[]): Chosen[] {
  const wells = tuningSeeds(seeds)
    .flatMap((seed) => mixedPlates(seed).flat())
    .map((well) => ({ well, truth: truthOf(well) }));
  return peers.map((peer) => {
    const some = wells.filter((_, i) => i % everyOf(peer) === 0);
    const isExact = (i: number, tms: readonly number[]): boolean => {
      const { well, truth } = itemAt(some, i);
      const peaks = tms.map((tm) => ({ tm, tmError: null }));
      return peakFigures([peakScore(well, truth, { peaks, zones: [], flags: [] })]).exact === 1;
    };
    return tuned(
      peer,
      some.map(({ well }) => well),
      isExact,
    );
  });
}

/** Noise levels for comparing calls of kits with the product's. */
const KIT_SNRS = [1000, 300, 100] as const;

/** A peer with the settings that give the fewest wrong calls of kits, on tuning seeds. */
export function tunedForKits(peer: Peer, seeds: readonly number[]): Chosen {
  const wells = tuningSeeds(seeds)
    .flatMap((seed) => KIT_SNRS.flatMap((snr) => kitPlates(seed, { snr })))
    .flatMap(({ kit, wells: ofKit }) => ofKit.map((well) => ({ kit, well })))
    .filter((_, i) => i % everyOf(peer) === 0);
  const isRight = (i: number, tms: readonly number[]): boolean => {
    const { kit, well } = itemAt(wells, i);
    return callFigures(callScores([{ kit, wells: [well] }], [[resultOf(tms, kit)]])).wrong === 0;
  };
  return tuned(
    peer,
    wells.map(({ well: { well } }) => well),
    isRight,
  );
}
