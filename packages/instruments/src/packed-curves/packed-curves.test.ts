import { gunzipSync, gzipSync } from 'node:zlib';

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { exampleRun, profile } from '../../test/example-run.ts';
import { HAS_REAL_FILES, realFiles, WHY_SKIPPED } from '../../test/real-files.ts';
import { readRun } from '../index.ts';
import { packCurves } from './pack-curves.ts';
import type { PlacedCurve } from './packed-head.ts';
import { unpackCurves } from './unpack-curves.ts';

const FAM_MELT = { channel: 'FAM', phase: 'MELT', quantity: 'fluorescence' } as const;

function curve(position: string, temperature: readonly number[], value: readonly number[]): PlacedCurve {
  return {
    ...FAM_MELT,
    position,
    temperature: Float64Array.from(temperature),
    value: Float64Array.from(value),
  };
}

/** Bits instead of numbers: -0 differs from 0, and one NaN from another. */
const bitsOf = ({ temperature, value, ...place }: PlacedCurve) => ({
  ...place,
  temperature: [...new BigUint64Array(temperature.slice().buffer)],
  value: [...new BigUint64Array(value.slice().buffer)],
});

/** As version 1 wrote it: decimals, 32 bits and 64 bits. */
const VERSION_1 =
  'Q1dQQwEfiwgAAAAAAAIDpdBNSsNAHAXwf7CbggfQnb71CG1aRGajASMu2q46IEgWMZk0g+lMzUxQCQGP4KaLeh6v4A0ED+FGCn4UUai4f7z34714RDXiG2nBz2skptIOvMegq+mFLC14jUulU3CkMlHTuABDqibKWfAuw7VKXQ7uN03EMClNNXsvymOtZQGOk2AIhlkeWwmOYTgYg+GqirVT7hYcWVGZUtpE6kQug8Yqp4xe1iDogiHwEbEPYod1ovVw/iqO/S4KRqMwGPzJtML5EZMVJnY9H5+C/jfBaXj2n0/W2t/vf+0fNE3U7LRog+hxnt5vP7eJvNbmA8kFZQvKao+2SOyROCYxJvFKYpdEm56O7g7fAAcqzkwhAgAA';

const DATA = [
  ['cfx-manager-xlsx', /Melt Curve/, 'bio-rad-cfx96'],
  ['cfx-manager-csv-semicolon/run-2019-04-18-five-fluorophores', /RFU|Run Information/, 'bio-rad-cfx96'],
  ['quantstudio1-xlsx-split', /xlsx$/, 'quantstudio'],
  ['stepone-xls-melt', /xls$/, 'stepone-7500'],
] as const;

describe('packed curves', () => {
  it('IMPEXP-110 restores the readings to the bit, with wells, channels and phases in order', () => {
    const { curves } = exampleRun({ seed: 7 });
    expect(unpackCurves(packCurves(curves)).map(bitsOf)).toEqual(
      curves.map(({ position, channel, phase, quantity, temperature, value }) =>
        bitsOf({ position, channel, phase, quantity, temperature, value }),
      ),
    );
  });

  it('IMPEXP-110 restores any number to the bit', () => {
    const numbers = fc.array(
      fc.oneof(
        fc.double(),
        fc.float(),
        fc.integer(),
        fc.constantFrom(
          -0,
          NaN,
          Infinity,
          -Infinity,
          2 ** 49,
          -(2 ** 49),
          2 ** 53,
          5e-324,
          -Number.MAX_VALUE,
        ),
      ),
    );
    fc.assert(
      fc.property(fc.array(numbers, { maxLength: 4 }), (series) => {
        const curves = series.map((value, well) =>
          curve(`A${well + 1}`, well % 2 === 0 ? value : value.map((_, index) => 40 + index / 10), value),
        );
        expect(unpackCurves(packCurves(curves)).map(bitsOf)).toEqual(curves.map(bitsOf));
      }),
    );
  });

  it('IMPEXP-111 stores a shared temperature axis once, also across channels', () => {
    const axis = Array.from({ length: 500 }, (_, index) => 40 + Math.sin(index) / 3);
    const one = packCurves([curve('A1', axis, axis)]);
    const shared = packCurves(Array.from({ length: 9 }, (_, well) => curve(`A${well + 1}`, axis, axis)));
    const moved = axis.map((temperature) => temperature + 0.1);
    const apart = packCurves([curve('A1', axis, axis), curve('A2', moved, axis)]);
    const [first, second] = unpackCurves(apart);
    expect([first?.temperature[0], second?.temperature[0]]).toEqual([axis[0], moved[0]]);
    const sizeOf = (packed: Uint8Array) => gunzipSync(packed.subarray(5)).length;
    // 8 bytes for each value: nine columns of values and one axis.
    expect(sizeOf(shared) - sizeOf(one)).toBeLessThan(8 * 500 * 8 + 200);
    expect(sizeOf(apart) - sizeOf(one)).toBeGreaterThan(8 * 500 * 2);
  });

  it('IMPEXP-112 refuses damaged bytes with the fault', () => {
    const packed = packCurves([curve('A1', [40, 41], [1, 2])]);
    const changed = (index: number, byte: number) =>
      packed.map((value, place) => (place === index ? byte : value));
    const rebuilt = (change: (body: Uint8Array) => Uint8Array) =>
      Buffer.concat([packed.subarray(0, 5), gzipSync(change(gunzipSync(packed.subarray(5))))]);
    const text = (body: Uint8Array) => Buffer.from(body).toString('latin1');
    const replaced = (from: string, to: string) =>
      rebuilt((body) => Buffer.from(text(body).replace(from, to), 'latin1'));
    expect(() => unpackCurves(new Uint8Array())).toThrow('do not begin with “CWPC”');
    expect(() => unpackCurves(changed(0, 0))).toThrow('do not begin with “CWPC”');
    expect(() => unpackCurves(changed(4, 3))).toThrow('have version 3; this program reads versions 1 to 2');
    expect(() => unpackCurves(changed(4, 0))).toThrow('have version 0');
    expect(() => unpackCurves(packed.subarray(0, -9))).toThrow('cannot be decompressed');
    expect(() => unpackCurves(rebuilt((body) => body.subarray(0, 3)))).toThrow('end before their head');
    expect(() => unpackCurves(rebuilt((body) => body.subarray(0, 20)))).toThrow('end within their head');
    expect(() => unpackCurves(rebuilt((body) => body.subarray(0, -1)))).toThrow('end within their readings');
    expect(() => unpackCurves(rebuilt((body) => Buffer.concat([body, body])))).toThrow(
      'continue after their last reading',
    );
    expect(() => unpackCurves(replaced('"FAM"', '"???"'))).toThrow('does not have the documented form');
    expect(() => unpackCurves(replaced('"axes":[0]', '"axes":[1]'))).toThrow('refer to temperatures 1');
    expect(() => unpackCurves(replaced('["A1"]', '[]    '))).toThrow('do not name as many wells as curves');
  });

  it('OPS-632 reads curves that version 1 has packed', () => {
    const place = { ...FAM_MELT, temperature: Float64Array.of(40, 40.2, 40.4) };
    const values = (...numbers: number[]) => Float64Array.from(numbers);
    expect(unpackCurves(Buffer.from(VERSION_1, 'base64')).map(bitsOf)).toEqual(
      [
        { ...place, position: 'A1', value: values(12.5, 11.75, 11.5) },
        { ...place, position: 'A2', value: values(2, -3.25, 8) },
        {
          ...place,
          phase: 'ANNEAL' as const,
          position: 'A1',
          value: Float64Array.from(Float32Array.of(0.1, 0.2, 0.3)),
        },
        { ...place, channel: 'HEX' as const, position: 'A1', value: values(Math.PI, -0, 1 / 3) },
      ].map(bitsOf),
    );
  });

  it('OPS-633 packs values of 16 digits by the differences of their bits', () => {
    const random = fc.sample(fc.double({ min: 4096, max: 4104, noNaN: true }), { seed: 1, numRuns: 4000 });
    const packed = packCurves([
      curve(
        'A1',
        random.map((_, index) => 40 + index),
        random,
      ),
    ]);
    // 43 bits of noise; 64 bits as they are, in whole bytes 6.
    expect((8 * packed.length) / random.length).toBeLessThan(47.5);
  });

  test.skipIf(!HAS_REAL_FILES).each(DATA)(
    `IMPEXP-113 packs a real run of %s into fewer bytes than gzip (else ${WHY_SKIPPED})`,
    async (folder, names, analyser) => {
      const { curves } = await readRun(realFiles(folder, names), {
        profile: { ...profile(analyser), maxNumberOfFilesByRun: 50 },
      });
      const packed = packCurves(curves);
      expect(unpackCurves(packed).map(({ value }) => value)).toEqual(curves.map(({ value }) => value));
      const plain = gzipSync(
        Buffer.concat(curves.flatMap(({ temperature, value }) => [bytesOf(temperature), bytesOf(value)])),
      );
      expect(packed.length).toBeLessThan(0.9 * plain.length);
    },
  );
});

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array) =>
  Buffer.from(buffer, byteOffset, byteLength);
