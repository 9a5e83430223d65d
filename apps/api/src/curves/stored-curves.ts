import { createHash } from 'node:crypto';

import { packCurves, unpackCurves as unpack, type PlacedCurve } from '@curvewell/instruments';

import { unpackCurves } from './curve-pack.ts';

type OfPlate = Pick<PlacedCurve, 'channel' | 'phase' | 'quantity'>;

type Placed = Pick<OfPlate, 'channel' | 'phase'>;

/** The stored curves of one channel and phase: packed, or, for older runs, as read. */
export interface StoredCurves extends OfPlate {
  readonly positions: string[];
  readonly pointCounts: number[];
  readonly packed: Uint8Array<ArrayBuffer> | null;
  /** Hashes of packed readings: of the packed value, and of what it holds. */
  readonly packedSha256: string | null;
  readonly temperaturesSha256: string | null;
  readonly valuesSha256: string | null;
  readonly temperatures: Uint8Array<ArrayBuffer> | null;
  readonly values: Uint8Array<ArrayBuffer> | null;
}

/** Stored curves do not match their hash. */
export class DamagedCurves extends Error {
  /** “FAM MELT”, “AMPLIFICATION” */
  readonly place: string;

  constructor(of: Placed | 'AMPLIFICATION', what: string, options?: ErrorOptions) {
    const place = of === 'AMPLIFICATION' ? of : `${of.channel} ${of.phase}`;
    super(`The stored curves ${place} ${what}: the database was changed or is damaged.`, options);
    this.place = place;
  }
}

export const storedCurves = (curves: readonly PlacedCurve[]) => ({
  positions: curves.map(({ position }) => position),
  pointCounts: curves.map(({ value }) => value.length),
  packed: packCurves(curves),
  temperaturesSha256: sha256Of(curves.map(({ temperature }) => temperature)),
  valuesSha256: sha256Of(curves.map(({ value }) => value)),
});

/**
 * The curves by position, bit by bit as read from the file.
 *
 * @throws DamagedCurves when they do not match their hash
 */
export function readStoredCurves(
  stored: StoredCurves,
): Map<string, Pick<PlacedCurve, 'temperature' | 'value'>> {
  const { packed, positions, pointCounts, temperatures, values } = stored;
  if (temperatures !== null && values !== null) {
    const bytes = 8 * pointCounts.reduce((sum, count) => sum + count, 0);
    if (temperatures.length !== bytes || values.length !== bytes)
      throw new DamagedCurves(stored, 'do not have as many bytes as their readings take');
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

/** Hash of the concatenated little-endian bytes. */
function sha256Of(series: readonly Float64Array[]): string {
  const hash = createHash('sha256');
  for (const { buffer, byteOffset, byteLength } of series)
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  return hash.digest('hex');
}
