import { outsidePeers } from './outside.ts';
import { OWN_PEERS, type Peer } from './peer.ts';

/** The peers of a table, and a note about peers that this machine lacks. */
export interface Available {
  readonly peers: readonly Peer[];
  readonly note: string | null;
}

/** @param isQuick - skips programs in other languages */
export function availablePeers(isQuick: boolean): Available {
  if (isQuick) return { peers: OWN_PEERS, note: null };
  const { peers, missing } = outsidePeers();
  const note =
    missing.length === 0
      ? null
      : `Skipped, because python3 or Rscript or the package is not there: ${missing.join(', ')}`;
  return { peers: [...OWN_PEERS, ...peers], note };
}
