import { expect, test } from 'vitest';

import { packCurves, unpackCurves } from './curve-pack.ts';

const curves = [
  { position: 'A1', temperature: Float64Array.of(40, 40.1, 40.2), value: Float64Array.of(1 / 3, -2, 1e9) },
  { position: 'B7', temperature: Float64Array.of(), value: Float64Array.of() },
  { position: 'P24', temperature: Float64Array.of(95), value: Float64Array.of(0) },
];

test('readings are restored exactly, also for curves of different lengths', () => {
  const unpacked = unpackCurves(packCurves(curves, 'float64'), 'float64');
  expect([...unpacked.values()]).toEqual(curves);
});

test('a pack at an unaligned offset can be read', () => {
  const pack = packCurves(curves, 'float64');
  const shifted = new Uint8Array(pack.values.length + 3);
  shifted.set(pack.values, 3);
  const unpacked = unpackCurves({ ...pack, values: shifted.subarray(3) }, 'float64');
  expect(unpacked.get('A1')?.value).toEqual(curves[0]?.value);
});

test('drawn slopes have seven digits', () => {
  const slope = unpackCurves(packCurves(curves, 'float32'), 'float32').get('A1');
  expect(slope?.value[0]).toBeCloseTo(1 / 3, 7);
});
