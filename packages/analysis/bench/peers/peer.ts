import { itemAt } from '../../src/at.ts';
import { peerTm } from '../peers.ts';
import { type Maxima, type Readings, type Search, prominentMaxima, type Window } from './maxima.ts';
import { smoothedMaxima } from './savitzky-golay.ts';

/** Another method, with its selectable settings. */
export interface Peer {
  readonly name: string;
  /** Its smoothing settings. */
  readonly smoothings: readonly string[];
  /** Minimum sizes of a peak; empty: every reported maximum is a peak. */
  readonly leasts: readonly number[];
  /** More than 1 for a slow peer: only every n-th well is analysed. */
  readonly every: number;
  readonly maxima: (wells: readonly Readings[], smoothing: number) => Maxima[];
}

/** A peer with selected settings. */
export interface Chosen {
  readonly peer: Peer;
  readonly smoothing: number;
  readonly search: Search;
}

const WINDOWS: readonly Window[] = [1.5, 2, 2.5, 3, 4].flatMap((window) =>
  [2, 3].map((polynomial) => ({ window, polynomial })),
);

const smoothing: Peer = {
  name: 'smoothing',
  smoothings: WINDOWS.map(({ window, polynomial }) => `${window} °C, order ${polynomial}`),
  leasts: [10, 15, 20, 30, 45],
  every: 1,
  maxima: (wells, setting) => wells.map((well) => smoothedMaxima(well, itemAt(WINDOWS, setting))),
};

const gsd: Peer = {
  name: 'ml-gsd',
  smoothings: [''],
  leasts: [],
  every: 1,
  maxima: (wells) =>
    wells.map(({ temperature, fluorescence }) => ({
      tops: peerTm({ temperature, fluorescence, quantity: 'fluorescence' }).map((tm) => ({
        tm,
        prominence: 1,
        size: 1,
      })),
      error: 0,
    })),
};

/** Savitzky–Golay, to which the product's calls are compared, and ml-gsd. */
export const OWN_PEERS: readonly [Peer, Peer] = [smoothing, gsd];

/** The Tm of the peaks of each well; null: skipped, because the peer is slow. */
export function peaksBy(
  { peer, smoothing, search }: Chosen,
  wells: readonly Readings[],
): (readonly number[] | null)[] {
  const isRead = (i: number): boolean => i % peer.every === 0;
  const found = peer
    .maxima(
      wells.filter((_, i) => isRead(i)),
      smoothing,
    )
    .map((maxima) => prominentMaxima(maxima, search));
  return wells.map((_, i) => (isRead(i) ? itemAt(found, i / peer.every) : null));
}

/** The settings of a peer as text. */
export function settingsOf({ peer, smoothing, search }: Chosen): string {
  const { part, least, errors } = search;
  const slow = peer.every === 1 ? '' : `; one well in ${peer.every}`;
  if (peer.leasts.length === 0) return `${peer.name}: as it comes${slow}`;
  const limits = `prominence ${part} of the highest and ${errors} standard errors, size ${least}`;
  return `${peer.name}: ${itemAt(peer.smoothings, smoothing)}; ${limits}${slow}`;
}
