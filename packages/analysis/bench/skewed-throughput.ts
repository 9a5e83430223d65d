import { peerTmClean } from './peers.ts';
import { kitPlates } from './physical/kits.ts';
import { type Method, ownMethod, templateMethod } from './physical/methods.ts';
import { mixedPlates } from './physical/plates.ts';
import type { Plate } from './physical/readers.ts';
import { TUNING_SEEDS } from './physical/seeds.ts';
import { timing } from './processor-time.ts';

/** Time for plates of real melts, ms of processor time for each plate. */
export interface SkewedTime {
  readonly name: string;
  readonly plates: number;
  readonly own: number;
  readonly peer: number;
  /** Speed relative to ml-gsd in the same run. */
  readonly ratio: number;
}

const SEED = TUNING_SEEDS[0];
const WARM_UP = 3;
const CALLS = 9;

function timeOf(name: string, plates: readonly Plate[], method: Method): SkewedTime {
  const own = timing(() => plates.map(({ wells, kit }) => method(wells, kit)), {
    warmUp: WARM_UP,
    calls: CALLS,
  });
  const peer = timing(() => plates.map(({ wells }) => wells.map(peerTmClean)), {
    warmUp: WARM_UP,
    calls: CALLS,
  });
  const count = plates.length;
  return { name, plates: count, own: own.warm / count, peer: peer.warm / count, ratio: peer.warm / own.warm };
}

/**
 * Measures the full analysis and ml-gsd on plates of skewed transitions, which need more fits: any products
 * in any order, kits, and kits with templates learnt from the plate.
 */
export function measureSkewed(): SkewedTime[] {
  const mixed = mixedPlates(SEED).map((wells) => ({ wells, kit: null }));
  const kits = kitPlates(SEED, { snr: 300 }).map(({ kit, wells }) => ({
    kit,
    wells: wells.map(({ well }) => well),
  }));
  return [
    timeOf('mixed plates', mixed, ownMethod),
    timeOf('kits', kits, ownMethod),
    timeOf('kits with templates', kits, templateMethod),
  ];
}
