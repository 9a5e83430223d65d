import { describe, expect, it } from 'vitest';

import { DamagedCurves, readStoredCurves, storedCurves, type StoredCurves } from './stored-curves.ts';

const PLACE = { channel: 'FAM', phase: 'MELT', quantity: 'fluorescence' } as const;
const temperature = Float64Array.of(40, 40.5, 41);
const curve = (position: string, ...value: number[]) => ({
  ...PLACE,
  position,
  temperature,
  value: Float64Array.from(value),
});
const CURVES = [curve('A1', 3, 2.25, 1), curve('B2', 7, 7, 6)];

const packed: StoredCurves = {
  ...PLACE,
  ...storedCurves(CURVES),
  packedSha256: null,
  temperatures: null,
  values: null,
};
const bytesOf = (...series: Float64Array[]) =>
  new Uint8Array(Float64Array.from(series.flatMap((one) => [...one])).buffer);
/** The format before curves were packed. */
const plain: StoredCurves = {
  ...packed,
  packed: null,
  temperaturesSha256: null,
  valuesSha256: null,
  temperatures: bytesOf(temperature, temperature),
  values: bytesOf(...CURVES.map(({ value }) => value)),
};
const numbers = (stored: StoredCurves) =>
  [...readStoredCurves(stored)].map(([position, { temperature: t, value }]) => [
    position,
    [...t],
    [...value],
  ]);

describe('stored curves', () => {
  it('OPS-500 packed ones and those of older runs give the same readings', () => {
    expect(numbers(packed)).toEqual([
      ['A1', [40, 40.5, 41], [3, 2.25, 1]],
      ['B2', [40, 40.5, 41], [7, 7, 6]],
    ]);
    expect(numbers(plain)).toEqual(numbers(packed));
  });

  const other = storedCurves([curve('A1', 3, 2.25, 1.5), curve('B2', 7, 7, 6)]);
  const moved = storedCurves(CURVES.map((one) => ({ ...one, temperature: Float64Array.of(40, 40.5, 42) })));
  it.each<[string, Partial<StoredCurves>, RegExp]>([
    [
      'packed bytes that cannot be read',
      { packed: packed.packed?.slice(0, 9) ?? null },
      /FAM MELT cannot be read/,
    ],
    ['another reading', { packed: other.packed }, /are not the ones that were stored/],
    ['another temperature', { packed: moved.packed }, /are not the ones that were stored/],
    ['another well', { positions: ['A1', 'B3'] }, /are not the ones that were stored/],
    ['a well less', { positions: ['A1'] }, /are not the ones that were stored/],
    ['another hash', { valuesSha256: moved.temperaturesSha256 }, /are not the ones that were stored/],
    ['no readings at all', { packed: null }, /have no readings/],
  ])('OPS-501 refuses %s', (_, changes, message) => {
    expect(() => readStoredCurves({ ...packed, ...changes })).toThrow(DamagedCurves);
    expect(() => readStoredCurves({ ...packed, ...changes })).toThrow(message);
  });

  it.each([
    ['values', { values: new Uint8Array(47) }],
    ['temperatures', { temperatures: new Uint8Array(56) }],
    ['counts', { pointCounts: [3, 4] }],
  ])('OPS-501 refuses %s of an older run with too many or too few bytes', (_, changes) => {
    expect(() => readStoredCurves({ ...plain, ...changes })).toThrow(/as many bytes as their readings/);
  });
});
