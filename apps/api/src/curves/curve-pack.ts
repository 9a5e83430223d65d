/** A curve of one well: temperatures in °C and the same number of values, in any unit. */
interface PlacedCurve {
  readonly position: string;
  readonly temperature: Float64Array;
  readonly value: Float64Array;
}

/** The curves of one channel and phase of a plate, stored as one value instead of a row for each reading. */
export interface CurvePack {
  readonly positions: string[];
  readonly pointCounts: number[];
  readonly temperatures: Uint8Array<ArrayBuffer>;
  readonly values: Uint8Array<ArrayBuffer>;
}

/** The storage of numbers: readings are exact, slopes have seven digits. */
type Precision = 'float64' | 'float32';

const ARRAYS = { float64: Float64Array, float32: Float32Array } as const;

/** Concatenates curves, little-endian. */
export function packCurves(curves: readonly PlacedCurve[], precision: Precision): CurvePack {
  const total = curves.reduce((sum, { value }) => sum + value.length, 0);
  const temperatures = new ARRAYS[precision](total);
  const values = new ARRAYS[precision](total);
  let offset = 0;
  for (const { temperature, value } of curves) {
    temperatures.set(temperature, offset);
    values.set(value, offset);
    offset += value.length;
  }
  return {
    positions: curves.map(({ position }) => position),
    pointCounts: curves.map(({ value }) => value.length),
    temperatures: new Uint8Array(temperatures.buffer),
    values: new Uint8Array(values.buffer),
  };
}

/** The curves of a pack by position, as views of the same memory. */
export function unpackCurves(
  { positions, pointCounts, temperatures, values }: CurvePack,
  precision: Precision,
): Map<string, PlacedCurve> {
  const allTemperatures = numbers(temperatures, precision);
  const allValues = numbers(values, precision);
  let end = 0;
  return new Map(
    positions.map((position, index) => {
      const start = end;
      end += pointCounts[index] ?? 0;
      const curve = {
        position,
        temperature: allTemperatures.subarray(start, end),
        value: allValues.subarray(start, end),
      };
      return [position, curve];
    }),
  );
}

/** Typed arrays need aligned data; stored bytes may start at any offset. */
function numbers(bytes: Uint8Array, precision: Precision): Float64Array {
  const array = new ARRAYS[precision](new Uint8Array(bytes).buffer);
  return array instanceof Float64Array ? array : new Float64Array(array);
}
