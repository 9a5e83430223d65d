import { itemAt } from '../../src/at.ts';
import { type Maxima, type Readings, type Search, prominentMaxima } from './maxima.ts';
import type { Chosen, Peer } from './peer.ts';

const PARTS = [0.03, 0.05, 0.08, 0.12, 0.18];
const ERRORS = [0, 3, 5];

const EVERYTHING: Search = { part: 0, least: 0, errors: 0 };

const searchesOf = ({ leasts }: Peer): Search[] =>
  leasts.length === 0
    ? [EVERYTHING]
    : PARTS.flatMap((part) => leasts.flatMap((least) => ERRORS.map((errors) => ({ part, least, errors }))));

/**
 * The settings with the most exact peak sets.
 *
 * @param isExact - whether these Tm are those of a well
 */
export function tuned(
  peer: Peer,
  wells: readonly Readings[],
  isExact: (well: number, tms: readonly number[]) => boolean,
): Chosen {
  const searches = searchesOf(peer);
  const only = { peer, smoothing: 0, search: itemAt(searches, 0) };
  if (searches.length === 1 && peer.smoothings.length === 1) return only;
  const count = (maxima: readonly Maxima[], search: Search): number =>
    maxima.filter((one, i) => isExact(i, prominentMaxima(one, search))).length;
  let best: Chosen = only;
  let most = -1;
  for (const smoothing of peer.smoothings.keys()) {
    const maxima = peer.maxima(wells, smoothing);
    for (const search of searches) {
      const exact = count(maxima, search);
      if (exact <= most) continue;
      most = exact;
      best = { peer, smoothing, search };
    }
  }
  return best;
}
