import { createHash } from 'node:crypto';

import { packCurves, unpackCurves as unpack, type PlacedCurve } from '@curvewell/instruments';

import { unpackCurves } from './curve-pack.ts';

type OfPlate = Pick<PlacedCurve, 'channel' | 'phase' | 'quantity'>;

type Placed = Pick<OfPlate, 'channel' | 'phase'>;

/** The curves of one channel and phase of a plate as they are stored: packed, or, of earlier runs, as they were read. */
export interface StoredCurves extends OfPlate {
  readonly positions: string[];
  readonly pointCounts: number[];
  readonly packed: Uint8Array<ArrayBuffer> | null;
  /** Of the readings that are packed. */
  readonly temperaturesSha256: string | null;
  readonly valuesSha256: string | null;
  readonly temperatures: Uint8Array<ArrayBuffer> | null;
  readonly values: Uint8Array<ArrayBuffer> | null;
}

/** Columns of `run_curves` under these names. */
export const STORED_CURVES = `channel, phase, quantity, positions, point_counts AS "pointCounts", packed,
  temperatures_sha256 AS "temperaturesSha256", values_sha256 AS "valuesSha256", temperatures, values`;

/** Stored curves are not what was stored. */
export class DamagedCurves extends Error {
  /** “FAM MELT” */
  readonly place: string;

  constructor({ channel, phase }: Placed, what: string, options?: ErrorOptions) {
    const place = `${channel} ${phase}`;
    super(`The stored curves ${place} ${what}: the database was changed or is damaged.`, options);
    this.place = place;
  }
}

/** What is stored of the curves of one channel and phase. */
export const storedCurves = (curves: readonly PlacedCurve[]) => ({
  positions: curves.map(({ position }) => position),
  pointCounts: curves.map(({ value }) => value.length),
  packed: packCurves(curves),
  temperaturesSha256: sha256Of(curves.map(({ temperature }) => temperature)),
  valuesSha256: sha256Of(curves.map(({ value }) => value)),
});

/**
 * The curves by their positions, with the bits that were read from the file.
 *
 * @throws DamagedCurves if they are not what was stored
 */
export function readStoredCurves(
  stored: StoredCurves,
): Map<string, Pick<PlacedCurve, 'temperature' | 'value'>> {
  const { packed, positions, pointCounts, temperatures, values } = stored;
  if (temperatures !== null && values !== null) {
    const bytes = 8 * pointCounts.reduce((sum, count) => sum + count, 0);
    if (temperatures.length !== bytes || values.length !== bytes)
      throw new DamagedCurves(stored, 'have more bytes or fewer than their readings take');
    return unpackCurves({ positions, pointCounts, temperatures, values }, 'float64');
  }
  if (packed === null) throw new DamagedCurves(stored, 'have no readings');
  const curves = unpacked(stored, packed);
  const places = curves.map(({ position }) => position);
  const isSame =
    places.length === positions.length &&
    places.every((place, index) => place === positions[index]) &&
    sha256Of(curves.map(({ temperature }) => temperature)) === stored.temperaturesSha256 &&
    sha256Of(curves.map(({ value }) => value)) === stored.valuesSha256;
  if (!isSame) throw new DamagedCurves(stored, 'are not the ones that were stored');
  return new Map(curves.map((curve) => [curve.position, curve]));
}

function unpacked(stored: StoredCurves, packed: Uint8Array): PlacedCurve[] {
  try {
    return unpack(packed);
  } catch (cause) {
    throw new DamagedCurves(stored, 'cannot be read', { cause });
  }
}

/** Of little endian bytes, one series after the other. */
function sha256Of(series: readonly Float64Array[]): string {
  const hash = createHash('sha256');
  for (const { buffer, byteOffset, byteLength } of series)
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  return hash.digest('hex');
}
