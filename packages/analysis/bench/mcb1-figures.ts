import { itemAt } from '../src/at.ts';
import { peaksOnPlates } from './analyse.ts';
import type { ComparedRow, Comparison } from './compared.ts';
import { type BenchmarkCurve, mcb1 } from './mcb1.ts';
import { type Chosen, type Peer, peaksBy, settingsOf } from './peers/peer.ts';
import { tuned } from './peers/tune.ts';
import { tuningSeeds } from './physical/seeds.ts';
import { curveScore, type ReportedPeak, scoreOf, type ScoredCurve } from './score.ts';
import { BENCHMARKS, WANTED } from './wanted.ts';

/** Every n-th curve suffices for choosing settings; for a slow peer, fewer. */
const EVERY = 24;
const everyOf = ({ every }: Peer): number => EVERY * Math.ceil(every / 2);

const reported = (tms: readonly number[]): ReportedPeak[] => tms.map((tm) => ({ tm, tmError: null }));

function tunedPeers(peers: readonly Peer[], seeds: readonly number[]): Chosen[] {
  const curves = tuningSeeds(seeds).flatMap((seed) => mcb1(seed));
  return peers.map((peer) => {
    const some = curves.filter((_, i) => i % everyOf(peer) === 0);
    const isExact = (i: number, tms: readonly number[]): boolean =>
      scoreOf([curveScore(itemAt(some, i), reported(tms))]).exact === 1;
    return tuned(peer, some, isExact);
  });
}

/** The reports of a peer; a slow one gets only some curves. */
const scoredByPeer = (chosen: Chosen, curves: readonly BenchmarkCurve[]): ScoredCurve[] =>
  peaksBy(chosen, curves).flatMap((tms, i) =>
    tms === null ? [] : [curveScore(itemAt(curves, i), reported(tms))],
  );

function scoredBySeed(seed: number, chosen: readonly Chosen[]) {
  const sets = BENCHMARKS.map(({ curves, wells }) => ({ curves: curves(seed), wells }));
  const own = sets.flatMap(({ curves, wells }) => {
    const peaks = peaksOnPlates(curves, { kind: 'shuffled', wells });
    return curves.map((curve, i) => curveScore(curve, itemAt(peaks, i)));
  });
  return { own, peers: chosen.map((one) => sets.flatMap(({ curves }) => scoredByPeer(one, curves))) };
}

/**
 * The figures of MCB-1 and of set W with those of the peers, on mixed plates.
 *
 * @param tuning - for choosing the peers' settings
 */
export function mcb1Report(
  seeds: readonly number[],
  tuning: readonly number[],
  peers: readonly Peer[],
): Comparison {
  const chosen = tunedPeers(peers, tuning);
  const scored = seeds.map((seed) => scoredBySeed(seed, chosen));
  const own = scored.flatMap((one) => one.own);
  const byPeer = chosen.map((_, k) => scored.flatMap((one) => itemAt(one.peers, k)));
  const rows = WANTED.map(({ name, figure, of, must, stretch }): ComparedRow => {
    const value = (all: readonly ScoredCurve[]): number =>
      scoreOf(all.filter(({ curve }) => of(curve.condition)))[figure];
    return {
      name,
      own: value(own),
      must,
      stretch,
      // Peers report no error of a Tm.
      peers: byPeer.map((all) => (figure === 'covered' ? null : value(all))),
      better: figure === 'rmse' || figure === 'falsePerCurve' ? 'less' : 'more',
    };
  });
  return {
    title: `MCB-1 on mixed plates, seeds ${seeds.join(', ')}`,
    peers: peers.map(({ name }) => name),
    settings: chosen.map(settingsOf),
    rows,
  };
}
