import { itemAt } from '../../src/at.ts';
import { type Chosen, peaksBy } from '../peers/peer.ts';
import type { Kit } from './kits.ts';
import { type Method, ownMethod, type Readings, type Result, resultOf, templateMethod } from './methods.ts';

/** Wells that are analysed together; null: without zones. */
export interface Plate {
  readonly wells: readonly Readings[];
  readonly kit: Kit | null;
}

/** Analyses plates; null: a well that a slow peer skips. */
export type Reader = (plates: readonly Plate[]) => (Result | null)[][];

const plateByPlate =
  (method: Method): Reader =>
  (plates) =>
    plates.map(({ wells, kit }) => method(wells, kit));

export const ownReader = plateByPlate(ownMethod);
export const templateReader = plateByPlate(templateMethod);

/** All wells of all plates at once, because external programs start slowly. */
export const peerReader =
  (chosen: Chosen): Reader =>
  (plates) => {
    const peaks = peaksBy(
      chosen,
      plates.flatMap(({ wells }) => wells),
    );
    let first = 0;
    return plates.map(({ wells, kit }) => {
      const from = first;
      first += wells.length;
      return wells.map((_, i) => {
        const tms = itemAt(peaks, from + i);
        return tms && resultOf(tms, kit);
      });
    });
  };

export interface Readers {
  readonly own: Reader;
  readonly peers: readonly Reader[];
}

/** The figures of the product and of each peer. */
export interface Values<Value> {
  readonly own: Value;
  readonly peers: readonly Value[];
}

export const each = <Value>({ own, peers }: Readers, valueOf: (reader: Reader) => Value): Values<Value> => ({
  own: valueOf(own),
  peers: peers.map(valueOf),
});
